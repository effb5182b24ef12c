#if SQLite
import Foundation
import StoreCrashWriter
import Testing

/// The other half of these tests as a process of its own, which may be killed, and whose crash is no crash of ours.
final class WriterProcess: @unchecked Sendable {
    /// When a process is killed: so many microseconds after so many lines.
    struct Moment: Sendable, CustomStringConvertible {
        var lines: Int
        var microseconds: UInt32

        var description: String { "\(microseconds) µs after line \(lines)" }
    }

    /// How a process ended, and what it said until then; a last line that was cut off is left out.
    struct End: Sendable {
        var lines: [String]
        /// The exit code, or the signal that ended it.
        var code: Int32
        var wasKilled: Bool
        var errors: String

        /// The last number that was said on a line of its own; `nil` where there was none.
        var lastNumber: Int? { lines.compactMap { Int($0) }.last }
    }

    private let process = Process()
    private let output = Pipe()

    init(_ mode: Mode, _ arguments: [String], before: [String] = []) throws {
        let command = before + [try Self.executable().path, mode.rawValue] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
    }

    /// Runs a mode until it ends by itself.
    static func run(_ mode: Mode, _ arguments: String...) async throws -> End {
        let end = try await WriterProcess(mode, arguments).end()
        #expect(
            !end.wasKilled && end.code == 0,
            "\(mode) ended with \(end.code): \(end.lines.suffix(3)) \(end.errors)")
        return end
    }

    /// Runs a mode and kills it (SIGKILL) at a moment, unless its work is done before.
    static func kill(_ mode: Mode, _ arguments: String..., at moment: Moment) async throws -> End {
        let end = try await WriterProcess(mode, arguments).end(killedAt: moment)
        let isFine = end.wasKilled ? end.code == SIGKILL : end.code == 0
        #expect(isFine, "\(mode) ended with \(end.code): \(end.lines.suffix(3)) \(end.errors)")
        return end
    }

    /// Waits for the end on a thread of its own.
    func end(killedAt moment: Moment? = nil) async throws -> End {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(with: Result { try self.read(killedAt: moment) })
            }
            thread.start()
        }
    }

    private func read(killedAt moment: Moment?) throws -> End {
        let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let limit = DispatchWorkItem { [self] in kill() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(120 * Soak.factor), execute: limit)
        defer { limit.cancel() }
        var isToBeKilled = moment != nil
        var data = Data()
        while true {
            if let moment, isToBeKilled, data.count(where: { $0 == 0x0A }) >= moment.lines {
                usleep(moment.microseconds)
                kill()
                isToBeKilled = false
            }
            let next = output.fileHandleForReading.availableData
            if next.isEmpty { break }
            data += next
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

    /// The executable, beside the tests'.
    static func executable() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("StoreCrashWriter")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
#endif
