import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A blocking GET to a server on this machine, which does not depend on other threads.
enum LocalRequest {
    /// The body of a response with status 200; `nil` for anything else, including no response.
    static func get(_ url: URL, headers: [String: String] = [:]) -> Data? {
        guard let port = url.port, let socket = connect(port) else { return nil }
        defer { close(socket) }
        // With HTTP/1.0, the body ends with the connection and is not chunked.
        var text = "GET \(url.path.isEmpty ? "/" : url.path) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n"
        for header in headers { text += "\(header.key): \(header.value)\r\n" }
        guard write(Array((text + "\r\n").utf8), to: socket) else { return nil }
        var response = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let separator = Data("\r\n\r\n".utf8)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            // Some servers keep the connection open anyway, so the body ends after its announced length.
            if count <= 0 { break }
            response += buffer.prefix(count)
            if let head = response.range(of: separator), let length = length(response[..<head.lowerBound]),
                response.count >= head.upperBound + length
            {
                break
            }
        }
        guard let head = response.range(of: separator) else { return nil }
        let status = String(decoding: response.prefix(16), as: UTF8.self).split(separator: " ")
        guard status.count > 1, status[1].hasPrefix("200") else { return nil }
        return Data(response[head.upperBound...])
    }

    private static func length(_ head: Data) -> Int? {
        for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].trimmingCharacters(in: .whitespaces))
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            #if canImport(Darwin)
            let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
            #else
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            #endif
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func connect(_ port: Int) -> Int32? {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        // A suspended server keeps its connections without responding, so the request must be repeated.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        let isOpen = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Glibc)
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #elseif canImport(Musl)
                Musl.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #else
                Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                #endif
            }
        }
        if isOpen { return descriptor }
        close(descriptor)
        return nil
    }
}
