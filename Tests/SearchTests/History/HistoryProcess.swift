import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that records searches, and may be killed.
final class HistoryProcess: @unchecked Sendable {
    struct End: Sendable {
        /// What it said; a last line that was cut off is left out.
        var lines: [String]
        var code: Int32
        var wasKilled: Bool
    }

    private let process = Process()
    private let output = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
    }

    /// Waits for the end on a thread of its own.
    ///
    /// - Parameter moment: When it is killed: so many microseconds after so many lines.
    func end(killedAt moment: (lines: Int, wait: UInt32)? = nil) async throws -> End {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try self.read(killedAt: moment) }) }.start()
        }
    }

    private func read(killedAt moment: (lines: Int, wait: UInt32)?) throws -> End {
        try process.run()
        let limit = DispatchWorkItem { [self] in kill() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(100), execute: limit)
        defer { limit.cancel() }
        var moment = moment
        var data = Data()
        while true {
            if let due = moment, data.count(where: { $0 == 0x0A }) >= due.lines {
                usleep(due.wait)
                kill()
                moment = nil
            }
            let next = output.fileHandleForReading.availableData
            if next.isEmpty { break }
            data += next
        }
        process.waitUntilExit()
        let whole = data.lastIndex(of: 0x0A).map { data[...$0] } ?? Data()
        return End(
            lines: String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init),
            code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
    }

    private func kill() {
        guard process.isRunning else { return }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// The executable, beside the tests'.
    private static func executable() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("HistoryWriter")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
