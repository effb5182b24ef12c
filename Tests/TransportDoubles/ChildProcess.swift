import Foundation

/// A program in a separate process, which may be killed, and whose crashes do not affect the tests.
package final class ChildProcess: @unchecked Sendable {
    /// When a process is killed: this many microseconds after this many lines.
    package struct Moment: Sendable, CustomStringConvertible {
        package var lines: Int
        package var microseconds: UInt32

        package init(lines: Int, microseconds: UInt32) {
            self.lines = lines
            self.microseconds = microseconds
        }

        package var description: String { "\(microseconds) µs after line \(lines)" }
    }

    /// How a process ended, and its output. An incomplete last line is left out.
    package struct End: Sendable {
        package var lines: [String]
        /// The exit code, or the signal that ended it.
        package var code: Int32
        package var wasKilled: Bool
        package var errors: String

        /// The last number that was printed on a separate line; `nil` if there was none.
        package var lastNumber: Int? { lines.compactMap { Int($0) }.last }
    }

    private let process = Process()
    private let output = Pipe()
    private let limit: Int

    /// - Parameters:
    ///   - command: A program and its arguments. A program without a slash is searched in the path.
    ///   - limit: The process is killed after this many seconds without output or CPU use.
    package init(_ command: [String], limit: Int = 600) {
        self.limit = limit
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
    }

    /// Starts the process, and waits for its end on a separate thread.
    package func end(killedAt moment: Moment? = nil) async throws -> End {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try self.read(killedAt: moment) }) }.start()
        }
    }

    private func read(killedAt moment: Moment?) throws -> End {
        let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let watch = Watch()
        defer { watch.end() }
        Thread { [self] in watch.run(process.processIdentifier, limit: limit) { self.kill() } }.start()
        var moment = moment
        var data = Data()
        while true {
            if let due = moment, data.count(where: { $0 == 0x0A }) >= due.lines {
                usleep(due.microseconds)
                kill()
                moment = nil
            }
            let next = output.fileHandleForReading.availableData
            if next.isEmpty { break }
            data += next
            watch.note(data.count)
        }
        process.waitUntilExit()
        let whole = data.lastIndex(of: 0x0A).map { data[...$0] } ?? Data()
        return End(
            lines: String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init),
            code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
            errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
    }

    private func kill() {
        guard process.isRunning else { return }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }
}

/// Watches a process on a separate thread, and kills it if it makes no progress.
private final class Watch: @unchecked Sendable {
    private let lock = NSLock()
    private var said = 0
    private var isOver = false

    func note(_ said: Int) { lock.withLock { self.said = said } }

    func end() { lock.withLock { isOver = true } }

    func run(_ process: Int32, limit: Int, _ kill: () -> Void) {
        var last: (said: Int, time: String) = (-1, "")
        var seconds = 0
        while seconds < limit {
            Thread.sleep(forTimeInterval: 1)
            let (said, isOver) = lock.withLock { (self.said, self.isOver) }
            if isOver { return }
            let now = (said: said, time: ProcessorTime.text(of: process))
            seconds = now == last ? seconds + 1 : 0
            last = now
        }
        kill()
    }
}
