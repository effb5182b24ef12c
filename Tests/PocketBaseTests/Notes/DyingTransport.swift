import Foundation
import QuireHTTP
import Synchronization

/// A network of a process that ends at a request, which the server may have carried out.
final class DyingTransport: Transport {
    private let next: any Transport
    private let left: Mutex<Int>
    private let isHeard: Bool

    /// - Parameters:
    ///   - count: The number of requests that succeed.
    ///   - isHeard: Whether the server gets the request after them. Its response is lost.
    init(_ next: any Transport, after count: Int, isHeard: Bool) {
        self.next = next
        left = Mutex(count)
        self.isHeard = isHeard
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let number = left.withLock { left in
            left -= 1
            return left
        }
        if number >= 0 { return try await next.send(request, deadline: deadline) }
        if number == -1, isHeard { _ = try await next.send(request, deadline: deadline) }
        throw TransportError(.connectionLost, request)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await next.stream(request, deadline: deadline)
    }
}

/// A network on which something happens before each request.
struct InterleavedTransport: Transport {
    private let next: any Transport
    private let before: @Sendable (HTTPRequest) async throws -> Void

    init(_ next: any Transport, _ before: @escaping @Sendable (HTTPRequest) async throws -> Void) {
        self.next = next
        self.before = before
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        try await before(request)
        return try await next.send(request, deadline: deadline)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await next.stream(request, deadline: deadline)
    }
}
