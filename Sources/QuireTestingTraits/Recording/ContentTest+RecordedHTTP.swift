#if canImport(Testing)
import Foundation
public import QuireHTTP
public import QuireTesting
import QuireToolbox
import Testing

extension ContentTest {
    /// The environment variable that makes tests record.
    static let variable = "QUIRE_RECORD"

    /// Replays the recorded HTTP of this test, for engines that talk to a server.
    ///
    /// ```swift
    /// let ofServer: ContentTrait = .content { test in
    ///     HALOEngine(baseURL: url, transport: try test.recordedHTTP(in: "Recordings"))
    /// }
    /// ```
    /// The recording of the test `showsAdults` of the suite `ShelfTests` is the file `ShelfTests.showsAdults.json`. To
    /// record, run the test with the environment variable `QUIRE_RECORD`, and commit the file:
    ///
    /// ```text
    /// QUIRE_RECORD=1 swift test --filter ShelfTests
    /// ```
    /// A request that the recording lacks fails the test, even if the app ignores the error. All cases of a test with
    /// arguments share its file.
    /// - Parameters:
    ///   - path: The folder of the recordings, relative to the folder of the test's source file.
    ///   - transport: The transport for recording.
    ///   - redaction: The secrets that are not recorded.
    ///   - sourceFile: The test's source file.
    /// - Throws: An error if there is no recording, or if its file is damaged.
    public func recordedHTTP(
        in path: String, over transport: any Transport = NetworkTransport(),
        redaction: Redaction = Redaction(), sourceFile: String = #filePath
    ) throws -> any Transport {
        let value = ProcessInfo.processInfo.environment[Self.variable] ?? ""
        let folder = URL(besideSourceFile: sourceFile, path: path)
        return try recordedHTTP(
            in: folder, over: transport, redaction, isRecording: !["", "0", "false"].contains(value))
    }

    func recordedHTTP(
        in folder: URL, over transport: any Transport, _ redaction: Redaction = Redaction(), isRecording: Bool
    ) throws -> any Transport {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "._-"))
        let name = String(
            String.UnicodeScalarView(name.unicodeScalars.map { allowed.contains($0) ? $0 : "-" }))
        let file = folder.appendingPathComponent("\(name).json")
        if isRecording { return try TestRecorders.recorder(of: file, transport, redaction) }
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw ContentTestError("Could not replay \(file.path): there is no recording", recordingAdvice)
        }
        let replay = ReplayedTransport(try RecordedTransport.replaying(file, redaction: redaction))
        let advice = recordingAdvice
        let location = Test.current?.sourceLocation
        afterwards { replay.report(in: file, advice, at: location) }
        return replay
    }

    private var recordingAdvice: String {
        "Record it: run the test once with the environment variable \(Self.variable)=1, and commit the file."
    }
}

/// The recorders of this process, one per file: the cases of a test with arguments share theirs.
enum TestRecorders {
    private static let recorders = Locked<[String: RecordedTransport]>([:])

    static func recorder(
        of file: URL, _ transport: any Transport, _ redaction: Redaction
    ) throws -> RecordedTransport {
        try recorders.withLock { recorders in
            if let recorder = recorders[file.path] { return recorder }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let recorder = RecordedTransport.recording(to: file, over: transport, redaction: redaction)
            recorders[file.path] = recorder
            return recorder
        }
    }
}

/// Replays a recording, and remembers the requests that it lacks.
final class ReplayedTransport: Transport {
    private let recorded: RecordedTransport
    private let missing = Locked<[String]>([])

    init(_ recorded: RecordedTransport) { self.recorded = recorded }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        do {
            return try await recorded.send(request, deadline: deadline)
        } catch let error as RecordingError {
            note(error.request)
            throw error
        }
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }

    private func note(_ request: String) {
        missing.withLock { if !$0.contains(request) { $0.append(request) } }
    }

    /// Records an issue for each request that the recording lacks.
    func report(in file: URL, _ advice: String, at location: SourceLocation?) {
        for request in missing.value {
            let text = PlainText.error("\(file.lastPathComponent) has no response to \(request)", advice)
            if let location {
                Issue.record(Comment(rawValue: text), sourceLocation: location)
            } else {
                Issue.record(Comment(rawValue: text))
            }
        }
    }
}
#endif
