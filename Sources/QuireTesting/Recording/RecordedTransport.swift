public import Foundation
import QuireHTTP

/// A transport that replays or creates a recording, for tests with real responses but without a server.
///
/// ```swift
/// // Once, against the real server: writes what went over the wire, secrets left out.
/// let recorder = RecordedTransport.recording(to: file, over: NetworkTransport())
/// // From then on:
/// let transport = try RecordedTransport.replaying(file)
/// ```
/// A request gets the response of the first unused exchange with the same method, address and body. If all are used, it
/// gets the last one. Headers are ignored, because they differ from run to run.
public actor RecordedTransport: Transport {
    private enum Mode {
        case replaying
        case recording(URL, any Transport)
    }

    private let mode: Mode
    private let redaction: Redaction
    private var recording: Recording
    private var used: Set<Int> = []

    private init(_ mode: Mode, _ recording: Recording, redaction: Redaction) {
        self.mode = mode
        self.recording = recording
        self.redaction = redaction
    }

    /// Replays a recording.
    ///
    /// - Parameters:
    ///   - file: The file with the recording.
    ///   - redaction: The redaction with which the recording was made.
    /// - Throws: The error of reading the file, or of decoding it.
    public static func replaying(_ file: URL, redaction: Redaction = Redaction()) throws -> RecordedTransport
    {
        let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
        return RecordedTransport(.replaying, recording, redaction: redaction)
    }

    /// Passes requests on, and rewrites the file after each response.
    public static func recording(
        to file: URL, over transport: any Transport, redaction: Redaction = Redaction()
    ) -> RecordedTransport {
        RecordedTransport(.recording(file, transport), Recording(), redaction: redaction)
    }

    /// The recorded exchanges, or those being replayed.
    public var exchanges: [Recording.Exchange] { recording.exchanges }

    /// The exchanges that were not requested so far. A test can expect that there are none.
    public var unused: [Recording.Exchange] {
        recording.exchanges.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    }

    public func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let redactedRequest = redaction.redacted(request)
        switch mode {
        case .replaying: return try replay(redactedRequest)
        case .recording(let file, let transport):
            let response = try await transport.send(request, deadline: deadline)
            used.insert(recording.exchanges.count)
            recording.exchanges.append(
                Recording.Exchange(request: redactedRequest, response: redaction.redacted(response)))
            try recording.write(to: file)
            return response
        }
    }

    public func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }

    private func replay(_ request: Recording.Request) throws -> HTTPResponse {
        let fitting = recording.exchanges.indices.filter {
            recording.exchanges[$0].request.isSame(as: request)
        }
        guard let index = fitting.first(where: { !used.contains($0) }) ?? fitting.last else {
            throw RecordingError(
                request: request.outline, recorded: recording.exchanges.map(\.request.outline))
        }
        used.insert(index)
        return recording.exchanges[index].response.response
    }
}

/// The recording has no response to a request.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request: method, address and body.
    public var request: String
    public var recorded: [String]

    public var description: String {
        let list = recorded.isEmpty ? "nothing" : recorded.map { "\n  \($0)" }.joined()
        return
            "The recording has no response to \(request): it holds \(list)\nRecord it again, or correct the request."
    }
}
