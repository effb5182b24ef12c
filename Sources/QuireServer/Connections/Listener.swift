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

/// A listening socket and its port.
struct Listener: Sendable {
    let socket: SystemSocket
    let port: Int

    /// Listens at a host's address. Port 0 means any free port.
    ///
    /// - Throws: `ServerError` if the address is not available.
    init(host: String, port: Int) throws(ServerError) {
        guard (0...65_535).contains(port) else {
            throw ServerError(
                .address, "\(host):\(port)", reason: "a port is a number from 0 to 65535",
                advice: "Choose another; 0 means any free one.")
        }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        hints.ai_flags = AI_PASSIVE
        var addresses: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &addresses)
        defer { if let addresses { freeaddrinfo(addresses) } }
        guard code == 0, let address = addresses?.pointee else {
            throw ServerError(
                .address, host, reason: String(cString: gai_strerror(code)),
                advice: "Give a name or an address of this machine, for example 127.0.0.1.")
        }
        let descriptor = makeSocket(address)
        guard descriptor >= 0 else { throw Self.failure(host, port) }
        let socket = SystemSocket(descriptor: descriptor)
        socket.setOption(SOL_SOCKET, SO_REUSEADDR)
        guard bindSocket(descriptor, address), listen(descriptor, 1_024) == 0 else {
            let error = Self.failure(host, port)
            socket.close()
            throw error
        }
        socket.setNonBlocking()
        self.socket = socket
        self.port = Self.port(of: descriptor) ?? port
    }

    private static func failure(_ host: String, _ port: Int) -> ServerError {
        let code = errno
        let place = "\(host):\(port)"
        switch code {
        case EADDRINUSE:
            return ServerError(
                .portInUse, place, reason: "another program listens there",
                advice: "Stop it, or choose another port; 0 means any free one.")
        case EACCES:
            return ServerError(
                .address, place, reason: "this user may not listen there",
                advice: "Choose a port of 1024 or more.")
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            return ServerError(
                .address, place, reason: String(cString: strerror(code)),
                advice: "Give an address of this machine, for example 127.0.0.1.")
        default:
            return ServerError(
                .address, place, reason: String(cString: strerror(code)), advice: Self.remedy(of: code))
        }
    }

    /// The remedy if the system cannot create a socket or a pipe.
    static func remedy(of code: Int32) -> String {
        switch code {
        case EMFILE: "Close files of this process, or raise its limit of open files (ulimit -n)."
        case ENFILE, ENOBUFS, ENOMEM: "Close other programs: the system has no room for another socket."
        default: "Act on the system's reason, then start the server again."
        }
    }

    /// The port that the system chose.
    private static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let address = UnsafeMutableRawPointer(pointer)
            let named = getsockname(descriptor, address.assumingMemoryBound(to: sockaddr.self), &length)
            guard named == 0 else { return nil }
            let isVersion6 = Int32(pointer.pointee.ss_family) == AF_INET6
            let port =
                isVersion6
                ? address.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_port
                : address.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
            return Int(UInt16(bigEndian: port))
        }
    }
}

private func makeSocket(_ address: addrinfo) -> Int32 {
    socket(address.ai_family, address.ai_socktype, address.ai_protocol)
}

private func bindSocket(_ descriptor: Int32, _ address: addrinfo) -> Bool {
    bind(descriptor, address.ai_addr, address.ai_addrlen) == 0
}
