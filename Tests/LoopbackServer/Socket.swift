#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connected, blocking TCP socket.
struct Socket: Sendable {
    let descriptor: Int32

    /// Reads at least one byte; `nil` at the end or after an error.
    func read() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            var got = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            while got < 0 && errno == EINTR { got = recv(descriptor, buffer.baseAddress, buffer.count, 0) }
            count = max(0, got)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Writes all bytes. Returns `false` if the other side has closed the connection.
    func write(_ bytes: some Collection<UInt8>) -> Bool {
        let contiguous = ContiguousArray(bytes)
        return contiguous.withUnsafeBufferPointer { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, noSignal)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                sent += count
            }
            return true
        }
    }

    /// Makes the next close a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    func close() { closeDescriptor(descriptor) }

    /// Waits for the next connection; `nil` when the listening socket has been shut down.
    func accept() -> Socket? {
        while true {
            let accepted = acceptConnection(descriptor)
            if accepted >= 0 {
                var on: Int32 = 1
                setsockopt(
                    accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
                #if canImport(Darwin)
                setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
                #endif
                return Socket(descriptor: accepted)
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Listens on a free port of 127.0.0.1.
    static func listening() throws(LoopbackServer.Failure) -> (Socket, port: Int) {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw LoopbackServer.Failure(step: "socket", code: errno) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 512) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else {
            let code = errno
            closeDescriptor(descriptor)
            throw LoopbackServer.Failure(step: "bind", code: code)
        }
        return (Socket(descriptor: descriptor), Int(UInt16(bigEndian: address.sin_port)))
    }
}

extension Socket {
    /// Opens a connection to the port and closes it.
    static func touch(port: Int) {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = loopback(port: port)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        closeDescriptor(descriptor)
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        return address
    }
}

// Outside the type, whose methods would hide the C functions of the same names.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

#if canImport(Darwin)
private let noSignal: Int32 = 0
#else
private let noSignal = Int32(MSG_NOSIGNAL)
#endif
