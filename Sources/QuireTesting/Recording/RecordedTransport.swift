public import Foundation
import QuireHTTP

/// A transport that answers from a recording, or makes one: a test of real answers without a server.
///
/// ```swift
/// // Once, against the real server: writes what went over the wire, secrets left out.
/// let recorder = RecordedTransport.recording(to: file, over: URLSessionTransport())
/// // From then on:
/// let transport = try RecordedTransport.replaying(file)
/// ```
/// A request is answered by the first recorded exchange, not yet used, of the same method, address and body; when all of
/// them are used, by the last. Headers do not matter: they hold what changes from run to run.
public actor RecordedTransport: Transport {
    private enum Mode {
        case replaying
        case recording(URL, any Transport)
    }

    private let mode: Mode
    private let redaction: Redaction
    private var recording: Recording
    private var used: Set<Int> = []

    private init(_ mode: Mode, _ recording: Recording, _ redaction: Redaction) {
        self.mode = mode
        self.recording = recording
        self.redaction = redaction
    }

    /// Answers from a recording.
    ///
    /// - Parameters:
    ///   - file: The file with the recording.
    ///   - redaction: As it was when the recording was made.
    /// - Throws: The error of reading the file, or of decoding it.
    public static func replaying(_ file: URL, redaction: Redaction = Redaction()) throws -> RecordedTransport
    {
        let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
        return RecordedTransport(.replaying, recording, redaction)
    }

    /// Passes requests on, and writes the file anew after each answer.
    public static func recording(
        to file: URL, over transport: any Transport, redaction: Redaction = Redaction()
    ) -> RecordedTransport {
        RecordedTransport(.recording(file, transport), Recording(), redaction)
    }

    /// What has been recorded, or is being replayed.
    public var exchanges: [Recording.Exchange] { recording.exchanges }

    /// The exchanges that no request asked for so far: a test that replays can expect none.
    public var unused: [Recording.Exchange] {
        recording.exchanges.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let asked = redaction.redacted(request)
        switch mode {
        case .replaying: return try replay(asked)
        case .recording(let file, let transport):
            let response = try await transport.send(request, deadline: deadline)
            used.insert(recording.exchanges.count)
            recording.exchanges.append(
                Recording.Exchange(request: asked, response: redaction.redacted(response)))
            try recording.write(to: file)
            return response
        }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }

    private func replay(_ asked: Recording.Request) throws -> HTTPResponse {
        let fitting = recording.exchanges.indices.filter { recording.exchanges[$0].request.isSame(as: asked) }
        guard let index = fitting.first(where: { !used.contains($0) }) ?? fitting.last else {
            throw RecordingError(asked: asked.outline, recorded: recording.exchanges.map(\.request.outline))
        }
        used.insert(index)
        return recording.exchanges[index].response.response
    }
}

/// A request that the recording has no answer to.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Method, address and body.
    public var asked: String
    public var recorded: [String]

    public var description: String {
        let known = recorded.isEmpty ? "nothing" : recorded.map { "\n  \($0)" }.joined()
        return
            "The recording has no response to \(asked): it holds \(known)\nRecord it again, or correct the request."
    }
}
