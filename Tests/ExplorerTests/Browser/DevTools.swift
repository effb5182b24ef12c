import Foundation
import QuireCore

/// A connection to a browser over the DevTools protocol: JSON messages that end with a zero byte.
final class DevTools: @unchecked Sendable {
    private let lock = NSLock()
    private let writing: Int32
    private let reading: Int32
    /// Why the browser has ended; `nil` while it runs.
    private let ending: @Sendable () -> String?
    private var lastID: Int64 = 0
    private var waiting: [Int64: CheckedContinuation<JSONValue, any Error>] = [:]
    private var listeners: [String: @Sendable (_ method: String, _ parameters: JSONValue) -> Void] = [:]
    private var failure: BrowserFailure?

    init(writing: Int32, reading: Int32, ending: @escaping @Sendable () -> String?) {
        self.writing = writing
        self.reading = reading
        self.ending = ending
        // A thread of its own, because tests may occupy all threads of the cooperative pool.
        Thread { self.read() }.start()
    }

    /// Calls a method and returns its result.
    @discardableResult
    func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws
        -> JSONValue
    {
        try await withCheckedThrowingContinuation { continuation in
            lock.lock()
            defer { lock.unlock() }
            if let failure { return continuation.resume(throwing: failure) }
            lastID += 1
            waiting[lastID] = continuation
            var message: [JSONValue.Member] = [
                .init("id", .integer(lastID)), .init("method", .string(method)), .init("params", parameters),
            ]
            if let session { message.append(.init("sessionId", .string(session))) }
            write(JSONValue.object(message).data + [0])
        }
    }

    /// Passes on the events of a session.
    func listen(
        to session: String,
        _ listener: @escaping @Sendable (_ method: String, _ parameters: JSONValue) -> Void
    ) {
        lock.withLock { listeners[session] = listener }
    }

    func forget(_ session: String) { lock.withLock { _ = listeners.removeValue(forKey: session) } }

    private func write(_ message: Data) {
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Foundation.write(writing, $0, bytes.count) } ?? 0
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func read() {
        var pending = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 1_000) > 0 else {
                guard let reason = ending() else { continue }
                return fail(BrowserFailure(reason))
            }
            let count = Foundation.read(reading, &buffer, buffer.count)
            guard count > 0 else { return fail(BrowserFailure("The browser's pipe was closed.")) }
            pending.append(contentsOf: buffer[..<count])
            // Only the new bytes can hold the end of a message.
            guard buffer[..<count].contains(0) else { continue }
            let messages = pending.split(separator: UInt8(0), omittingEmptySubsequences: false)
            for message in messages.dropLast() { receive(Data(message)) }
            pending = messages.last.map { Data($0) } ?? Data()
        }
    }

    private func receive(_ data: Data) {
        guard let message = try? JSONValue(parsing: data) else { return }
        guard let id = message["id"]?.wholeNumber else {
            let listener = lock.withLock { message["sessionId"]?.text.flatMap { listeners[$0] } }
            listener?(message["method"]?.text ?? "", message["params"] ?? .null)
            return
        }
        let continuation = lock.withLock { waiting.removeValue(forKey: id) }
        if let error = message["error"] {
            continuation?.resume(
                throwing: BrowserFailure(error["message"]?.text ?? "The browser reported an error."))
        } else {
            continuation?.resume(returning: message["result"] ?? .null)
        }
    }

    private func fail(_ failure: BrowserFailure) {
        let waiting = lock.withLock {
            self.failure = failure
            defer { self.waiting = [:] }
            return self.waiting
        }
        for continuation in waiting.values { continuation.resume(throwing: failure) }
    }
}
