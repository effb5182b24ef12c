#if canImport(Testing)
import Foundation
import QuireHTTP
import QuireTesting
import QuireToolbox
import Testing

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
