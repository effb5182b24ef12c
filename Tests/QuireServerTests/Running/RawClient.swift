import Foundation

@testable import QuireServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs blocking work on its own thread: the server under test needs the threads that tasks share.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
        thread.stackSize = 512 * 1_024
        thread.start()
    }
}

/// A client that sends raw bytes. It fails if the server does nothing for two minutes.
final class RawClient: @unchecked Sendable {
    struct Failure: Error { var step: String }

    /// A raw response.
    struct Response: Sendable {
        var status: Int
        var head: String
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces) }
        }
    }

    let socket: SystemSocket
    private var pending: [UInt8] = []
    /// Whether the other side has closed the connection.
    private var isClosed = false

    init(port: Int) throws {
        #if canImport(Glibc)
        let descriptor = makeSocket(AF_INET, Int32(SOCK_STREAM.rawValue))
        #else
        let descriptor = makeSocket(AF_INET, SOCK_STREAM)
        #endif
        socket = SystemSocket(descriptor: descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connectSocket(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isConnected else {
            socket.close()
            throw Failure(step: "connect")
        }
        var time = timeval()
        time.tv_sec = 120
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        socket.setOption(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        socket.setOption(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    deinit { socket.close() }

    static func connect(_ port: Int) async throws -> RawClient {
        try await blocking { try RawClient(port: port) }
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await blocking { try self.write(bytes) } }

    /// The next response on the connection.
    func response(toHead: Bool = false) async throws -> Response {
        try await blocking { try self.read(toHead: toHead) }
    }

    /// Everything received until the other side closes.
    ///
    /// - Throws: `Failure` if it does not close.
    func rest() async throws -> String {
        try await blocking {
            while self.readMore() {}
            guard self.isClosed else { throw Failure(step: "the end") }
            defer { self.pending = [] }
            return String(decoding: self.pending, as: UTF8.self)
        }
    }

    /// Reads and discards a few bytes; returns their number, or 0 once the other side has closed.
    func take(_ count: Int) async throws -> Int {
        try await blocking {
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
                got = 0
                if case .moved(let read) = self.socket.receive(into: UnsafeMutableRawBufferPointer(buffer)) {
                    got = read
                }
            }
            return bytes.count
        }
    }

    // MARK: - Blocking

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let outcome = bytes.withUnsafeBytes {
                socket.transmit(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            guard case .moved(let count) = outcome else { throw Failure(step: "send: \(outcome)") }
            sent += count
        }
    }

    func read(toHead: Bool = false) throws -> Response {
        let end: [UInt8] = [13, 10, 13, 10]
        var head: Range<Int>?
        while true {
            head = pending.firstRange(of: end)
            if head != nil { break }
            guard readMore() else {
                throw Failure(step: "the head: \(String(decoding: pending, as: UTF8.self))")
            }
        }
        guard let head else { throw Failure(step: "the head") }
        let text = String(decoding: pending[..<head.lowerBound], as: UTF8.self)
        guard let status = Int(text.dropFirst(9).prefix(3)) else {
            throw Failure(step: "the status of \(text)")
        }
        var response = Response(status: status, head: text, body: [])
        let length = toHead || status == 100 ? 0 : response.header("Content-Length").flatMap { Int($0) } ?? 0
        while pending.count < head.upperBound + length {
            guard readMore() else { throw Failure(step: "the body") }
        }
        response.body = Array(pending[head.upperBound..<head.upperBound + length])
        pending.removeFirst(head.upperBound + length)
        return response
    }

    private func readMore() -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = 0
            switch socket.receive(into: UnsafeMutableRawBufferPointer(buffer)) {
            case .moved(let got): count = got
            case .ended, .failed: isClosed = true
            case .wouldBlock: break
            }
        }
        pending += bytes
        return !bytes.isEmpty
    }
}

private func makeSocket(_ family: Int32, _ kind: Int32) -> Int32 { socket(family, kind, 0) }

private func connectSocket(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t)
    -> Bool
{
    connect(descriptor, address, length) == 0
}

/// A POST of JSON, as bytes.
func post(_ path: String, _ body: String, headers: String = "") -> String {
    "POST /api/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(headers)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// A GET, as bytes.
func get(_ path: String, headers: String = "") -> String {
    "GET /api/\(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n"
}
