import Foundation

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

/// One connection: reads requests and sends replies until either side closes it.
struct Connection: Sendable {
    let socket: Socket
    let number: Int
    let respond: @Sendable (ReceivedRequest) -> Reply
    let state: LoopbackServer.State

    func serve() {
        var pending: [UInt8] = []
        var spent = Self.threadCPU()
        while let request = receive(&pending) {
            state.note(request)
            let isLast = !send(respond(request), to: request)
            let now = Self.threadCPU()
            state.spend(now - spent)
            spent = now
            if isLast { break }
        }
        state.close(number)
    }

    /// The CPU time of this thread so far, in seconds.
    private static func threadCPU() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func receive(_ pending: inout [UInt8]) -> ReceivedRequest? {
        let end: [UInt8] = [13, 10, 13, 10]
        var searched = 0
        var head: Range<Int>?
        while head == nil {
            let from = max(0, searched - 3)
            head = pending[from...].firstRange(of: end)
            searched = pending.count
            if head == nil {
                guard pending.count < 1 << 20, let more = socket.read() else { return nil }
                pending += more
            }
        }
        guard let head else { return nil }
        let lines = String(decoding: pending[..<head.lowerBound], as: UTF8.self).components(
            separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.append((String(line[..<colon]), value))
        }
        var request = ReceivedRequest(
            method: String(words[0]), target: String(words[1]), headers: headers, body: [], connection: number
        )
        let length = request["Content-Length"].flatMap { Int($0) } ?? 0
        if request["Expect"] != nil, !socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) { return nil }
        while pending.count - head.upperBound < length {
            guard let more = socket.read() else { return nil }
            pending += more
        }
        request.body = Array(pending[head.upperBound..<head.upperBound + length])
        pending.removeFirst(head.upperBound + length)
        return request
    }

    /// Sends the reply. Returns `false` if the connection ends with it.
    private func send(_ reply: Reply, to request: ReceivedRequest) -> Bool {
        if reply.delayMilliseconds > 0 {
            Thread.sleep(forTimeInterval: Double(reply.delayMilliseconds) / 1000)
        }
        let head = reply.head(closes: false)
        switch reply.fault {
        case nil:
            if request.method == "HEAD" { return socket.write(head) }
            return reply.isChunked
                ? socket.write(head) && sendChunked(reply.body) : socket.write(head + reply.body)
        case .closeBeforeStatus:
            return false
        case .closeAfterHeaders:
            _ = socket.write(head)
            return false
        case .truncate(let count):
            _ = socket.write(head + reply.body.prefix(count))
            return false
        case .reset:
            socket.resetOnClose()
            return false
        case .drip(let count, let milliseconds):
            guard socket.write(head) else { return false }
            var start = 0
            while start < reply.body.count {
                Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
                let piece = reply.body[start..<min(start + count, reply.body.count)]
                guard reply.isChunked ? sendChunk(piece) : socket.write(piece) else { return false }
                start += count
            }
            return reply.isChunked ? socket.write(Array("0\r\n\r\n".utf8)) : true
        case .hang:
            while socket.read() != nil {}
            return false
        case .raw(let bytes):
            _ = socket.write(bytes)
            return false
        }
    }

    private func sendChunked(_ body: [UInt8]) -> Bool {
        var start = 0
        while start < body.count {
            guard sendChunk(body[start..<min(start + 8_192, body.count)]) else { return false }
            start += 8_192
        }
        return socket.write(Array("0\r\n\r\n".utf8))
    }

    private func sendChunk(_ bytes: ArraySlice<UInt8>) -> Bool {
        socket.write(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10])
    }
}
