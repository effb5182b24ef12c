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

/// A socket of the system that never blocks.
struct SystemSocket: Sendable {
    let descriptor: Int32

    /// What became of a read or a write.
    enum Outcome: Equatable {
        case moved(Int)
        /// Nothing can move now; waiting helps.
        case wouldBlock
        /// The other side has sent all it will.
        case ended
        /// The connection is broken.
        case failed
    }

    /// Reads what is there into the memory.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Outcome {
        while true {
            let count = recv(descriptor, memory.baseAddress, memory.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// Writes as much as the system takes.
    func transmit(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, noSignal)
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// Says that nothing more will be written.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the close that follows a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func close() { closeDescriptor(descriptor) }

    // MARK: - Connections

    /// What came of looking for the next connection.
    enum Accepted {
        case connection(SystemSocket)
        case none
        /// The process may open no more files for now.
        case exhausted
    }

    /// The next connection that waits.
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

/// Two ends of a pipe: a byte in one wakes who waits for the other.
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

    /// Takes out what was put in.
    func drain() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(reading, &bytes, 32) == 32 {}
    }

    func close() {
        closeDescriptor(reading)
        closeDescriptor(writing)
    }
}

// Outside the types, where their methods do not hide the C functions of the same names.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

#if canImport(Darwin)
private let noSignal: Int32 = 0
#else
private let noSignal = Int32(MSG_NOSIGNAL)
#endif
