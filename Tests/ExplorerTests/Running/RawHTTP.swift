import Foundation
import QuireCore

@testable import QuireServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sends requests byte for byte, so that a test chooses each header.
enum RawHTTP {
    struct Response: Sendable {
        var status: Int
        var head: String
        var body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: Data(body))) ?? .null }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    struct Failure: Error { var step: String }

    /// Sends a request on a connection of its own, and reads the response to its end.
    static func send(
        _ method: String, _ path: String, port: Int, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> Response {
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "127.0.0.1:\(port)" }
        headers["Connection"] = "close"
        if !body.isEmpty { headers["Content-Length"] = String(body.count) }
        var head = "\(method) \(path) HTTP/1.1\r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        // On a thread of its own, because the server needs those that tasks share.
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(with: Result { try exchange(bytes, port: port) })
            }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }

    private static func exchange(_ bytes: [UInt8], port: Int) throws -> Response {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(step: "socket") }
        defer { closeDescriptor(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(step: "connect") }
        let connection = SystemSocket(descriptor: descriptor)
        var sent = 0
        while sent < bytes.count {
            let outcome = bytes.withUnsafeBytes {
                connection.transmit(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            guard case .moved(let count) = outcome else { break }
            sent += count
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        reading: while true {
            switch buffer.withUnsafeMutableBytes({ connection.receive(into: $0) }) {
            case .moved(let count): received += buffer[..<count]
            default: break reading
            }
        }
        guard let end = received.firstRange(of: [13, 10, 13, 10]) else { throw Failure(step: "head") }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Failure(step: "status")
        }
        return Response(status: status, head: head, body: Array(received[end.upperBound...]))
    }
}
