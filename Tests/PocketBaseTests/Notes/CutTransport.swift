import Foundation
import QuireHTTP

/// A network whose streams can be cut.
final class CutTransport: Transport, @unchecked Sendable {
    private let next: any Transport
    private let lock = NSLock()
    private var streams: [Int: AsyncThrowingStream<Data, any Error>.Continuation] = [:]
    private var number = 0
    private var cuts = 0

    init(_ next: any Transport) { self.next = next }

    /// The number of streams that were cut.
    var cutCount: Int { lock.withLock { cuts } }

    /// Ends all open streams, as a lost connection does.
    func cut() {
        let open = lock.withLock {
            defer { streams = [:] }
            cuts += streams.count
            return Array(streams.values)
        }
        for stream in open { stream.finish(throwing: URLError(.networkConnectionLost)) }
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await next.send(request, deadline: deadline)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        let stream = try await next.stream(request, deadline: deadline)
        let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let number = lock.withLock {
            self.number += 1
            streams[self.number] = continuation
            return self.number
        }
        let reading = Task {
            do {
                for try await chunk in stream { continuation.yield(chunk) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { [self] _ in
            reading.cancel()
            lock.withLock { streams[number] = nil }
        }
        return HTTPStream(
            status: stream.status, headers: stream.headers, chunks: chunks, unread: UnreadBytes())
    }
}
