#if SQLite
import Foundation
import StoreCrashWriter
import Testing
import TransportDoubles

/// The crash writer as a separate process.
struct WriterProcess {
    typealias Moment = ChildProcess.Moment
    typealias End = ChildProcess.End

    private let child: ChildProcess

    init(_ mode: Mode, _ arguments: [String], before: [String] = []) throws {
        child = ChildProcess(
            before + [try BuiltProducts.program("StoreCrashWriter").path, mode.rawValue] + arguments)
    }

    /// Runs a mode until it ends by itself.
    static func run(_ mode: Mode, _ arguments: String...) async throws -> End {
        let end = try await WriterProcess(mode, arguments).end()
        #expect(
            !end.wasKilled && end.code == 0,
            "\(mode) ended with \(end.code): \(end.lines.suffix(3)) \(end.errors)")
        return end
    }

    /// Runs a mode and kills it (SIGKILL) at a given moment, unless it has ended before.
    static func kill(_ mode: Mode, _ arguments: String..., at moment: Moment) async throws -> End {
        let end = try await WriterProcess(mode, arguments).end(killedAt: moment)
        let isFine = end.wasKilled ? end.code == SIGKILL : end.code == 0
        #expect(isFine, "\(mode) ended with \(end.code): \(end.lines.suffix(3)) \(end.errors)")
        return end
    }

    func end(killedAt moment: Moment? = nil) async throws -> End { try await child.end(killedAt: moment) }
}
#endif
