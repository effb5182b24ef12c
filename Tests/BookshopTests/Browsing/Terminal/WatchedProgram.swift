import Foundation
import Testing
import TransportDoubles

/// A program on a pseudo-terminal with a simulated user.
final class WatchedProgram: @unchecked Sendable {
    struct TimeOut: Error {}

    let terminal: PseudoTerminal
    let pid: pid_t
    private let lock = NSLock()
    // Guarded by the lock.
    private var screen: ScreenEmulator
    private var written: [UInt8] = []
    private var isOver = false
    private var status: Int32?
    /// Whether the output has ended.
    private var isSilent = false
    /// How often there was no output for a while.
    private var silences = 0

    /// Starts the program; the caller ends it with `end()`.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], folder: String,
        columns: Int = 100, rows: Int = 30
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        screen = ScreenEmulator(columns: columns, rows: rows)
        pid = try terminal.start(program, arguments, environment: environment, folder: folder)
        let thread = Thread { [self] in
            while !lock.withLock({ isOver }) {
                guard let bytes = terminal.read() else {
                    return lock.withLock { isSilent = true }
                }
                lock.withLock {
                    if bytes.isEmpty { silences += 1 }
                    written += bytes
                    screen.feed(bytes)
                }
            }
        }
        thread.start()
    }

    /// The current screen.
    var now: ScreenEmulator { lock.withLock { screen } }

    /// All bytes so far.
    var bytes: [UInt8] { lock.withLock { written } }

    func type(_ text: String) { terminal.type(Array(text.utf8)) }

    func resize(columns: Int, rows: Int) throws {
        lock.withLock { screen.resize(columns: columns, rows: rows) }
        try terminal.resize(columns: columns, rows: rows)
    }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// Values that change while the program is alive: its output and its CPU time.
    private var progress: [String] {
        [lock.withLock { "\(written.count)" }, ProcessorTime.text(of: pid)]
    }

    /// Waits until the screen satisfies a condition, as long as the program makes progress.
    @discardableResult
    func waits(
        for what: String, at location: SourceLocation = #_sourceLocation,
        until isSo: (ScreenEmulator) throws -> Bool
    ) async throws -> ScreenEmulator {
        var patience = Patience(polls: 15_000)
        while true {
            let screen = now
            if try isSo(screen) { return screen }
            guard patience.goesOn(progress) else {
                Issue.record("Never on the screen: \(what)\n\(screen.text)", sourceLocation: location)
                throw TimeOut()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until a text is on the screen.
    @discardableResult
    func waits(forText text: String, at location: SourceLocation = #_sourceLocation) async throws
        -> ScreenEmulator
    {
        try await waits(for: "'\(text)'", at: location) { $0.text.contains(text) }
    }

    /// The program's exit code, or the negative signal number.
    func ended(at location: SourceLocation = #_sourceLocation) async throws -> Int32 {
        let status = try await poll("The program does not end", at: location) { reaped(WNOHANG) }
        // Its last output may still be in the pipe.
        let before = lock.withLock { silences }
        _ = try await poll("The program has ended but writes", at: location) {
            lock.withLock { isSilent || silences > before + 1 } ? true : nil
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    private func poll<Value>(
        _ failure: String, at location: SourceLocation, _ value: () -> Value?
    ) async throws -> Value {
        var patience = Patience(polls: 15_000)
        while true {
            if let value = value() { return value }
            guard patience.goesOn(progress) else {
                Issue.record("\(failure)\n\(now.text)", sourceLocation: location)
                throw TimeOut()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func reaped(_ options: Int32) -> Int32? {
        lock.withLock { () -> Int32? in
            var new: Int32 = 0
            if status == nil, waitpid(pid, &new, options) == pid { status = new }
            return status
        }
    }

    /// Ends the program in any state.
    func end() {
        lock.withLock { isOver = true }
        guard reaped(WNOHANG) == nil else { return }
        kill(pid, SIGKILL)
        _ = reaped(0)
    }
}
