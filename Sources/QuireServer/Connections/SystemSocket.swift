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

/// A non-blocking socket.
struct SystemSocket: Sendable {
    let descriptor: Int32

    /// The result of a read or a write.
    enum Outcome: Equatable {
        case moved(Int)
        /// Nothing can be read or written now.
        case wouldBlock
        /// The other side has closed its end.
        case ended
        /// The connection is broken.
        case failed
    }

    /// Reads what has arrived into the memory.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Outcome {
        while true {
            let count = recv(descriptor, memory.baseAddress, memory.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// Writes as many bytes as the system accepts.
    func transmit(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, noSignal)
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// Closes the writing end.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the next `close()` reset the connection (RST).
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func close() { closeDescriptor(descriptor) }

    // MARK: - Connections

    /// The result of accepting a connection.
    enum Accepted {
        case connection(SystemSocket)
        case none
        /// The process has no free file descriptor.
        case exhausted
    }

    /// Accepts the next connection.
    func accept() -> Accepted {
        while true {
            let accepted = acceptConnection(descriptor)
            if accepted >= 0 {
                let socket = SystemSocket(descriptor: accepted)
                socket.setNonBlocking()
                socket.setOption(Int32(IPPROTO_TCP), TCP_NODELAY)
                #if canImport(Darwin)
                socket.setOption(SOL_SOCKET, SO_NOSIGPIPE)
                #endif
                return .connection(socket)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }

    func setNonBlocking() {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    func setOption(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// A pipe that wakes a thread: a byte written to one end makes the other readable.
struct WakePipe: Sendable {
    let reading: Int32
    let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        reading = ends[0]
        writing = ends[1]
        for end in ends { SystemSocket(descriptor: end).setNonBlocking() }
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Reads and drops all bytes.
    func drain() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(reading, &bytes, 32) == 32 {}
    }

    func close() {
        closeDescriptor(reading)
        closeDescriptor(writing)
    }
}

// Outside the types, because their methods would hide the C functions of the same names.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

#if canImport(Darwin)
private let noSignal: Int32 = 0
#else
private let noSignal = Int32(MSG_NOSIGNAL)
#endif
