import Foundation
import QuireToolbox

/// A response whose body is read while it arrives.
///
/// ```swift
/// let stream = try await transport.stream(request, deadline: .after(.seconds(60)))
/// for try await line in stream.lines() { … }
/// ```
///
/// The load is cancelled when you release the stream or leave its loop. The sender cannot be slowed down, because
/// Foundation on Linux delivers data even while suspended. The unread data is therefore limited: a reader that falls
/// behind by more than the transport's `maximumBufferedBytes` gets `TransportError.readerTooSlow`.
public struct HTTPStream: AsyncSequence, Sendable {
    public typealias Element = Data

    public let status: Int
    public let headers: HTTPHeaders
    let chunks: AsyncThrowingStream<Data, any Error>
    let unread: UnreadBytes

    package init(
        status: Int, headers: HTTPHeaders, chunks: AsyncThrowingStream<Data, any Error>, unread: UnreadBytes
    ) {
        self.status = status
        self.headers = headers
        self.chunks = chunks
        self.unread = unread
    }

    /// Creates a stream from a complete response, for tests and simple transports.
    public init(_ response: HTTPResponse) {
        let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        if !response.body.isEmpty { continuation.yield(response.body) }
        continuation.finish()
        self.init(status: response.status, headers: response.headers, chunks: chunks, unread: UnreadBytes())
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), unread: unread)
    }

    public struct Iterator: AsyncIteratorProtocol {
        var chunks: AsyncThrowingStream<Data, any Error>.Iterator
        let unread: UnreadBytes

        public mutating func next() async throws -> Data? {
            guard let chunk = try await chunks.next() else {
                // A cancelled task sees the end of the sequence. It must not take partial data for the whole body.
                try Task.checkCancellation()
                return nil
            }
            unread.take(chunk.count)
            return chunk
        }
    }

    /// Reads the rest of the body up to a limit, for the text of an error response.
    public func body(atMost limit: Int) async throws -> Data {
        var body = Data()
        for try await chunk in self {
            body.append(chunk.prefix(limit - body.count))
            if body.count >= limit { break }
        }
        return body
    }
}

/// The number of bytes of a stream that have arrived but have not been read.
package final class UnreadBytes: Sendable {
    private let count = Locked(0)

    package init() {}

    package func add(_ bytes: Int) -> Int {
        count.withLock { count in
            count += bytes
            return count
        }
    }

    package func take(_ bytes: Int) { count.withLock { $0 -= bytes } }
}
