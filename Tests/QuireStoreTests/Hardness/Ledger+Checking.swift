#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

extension Ledger {
    /// Checks that a store holds exactly the acknowledged steps, or those and the one that was running, which may
    /// have been committed without being acknowledged.
    ///
    /// - Returns: How many steps are stored.
    func check(_ store: Store, acknowledged: Int, _ round: String) async throws -> Int {
        guard let mistake = try await Stored.mistake(in: store, versions: versions(after: acknowledged))
        else {
            return acknowledged
        }
        let other = try await Stored.mistake(in: store, versions: versions(after: acknowledged + 1))
        #expect(other == nil, "round \(round), \(acknowledged) acknowledged: \(mistake)")
        return acknowledged + 1
    }
}

extension WriterProcess.Moment {
    /// A random moment during the work of a mode.
    static func random(_ seed: UInt64, lines: Int, microseconds: Int) -> Self {
        var generator = Randomness(seed: seed)
        return Self(lines: generator.below(lines + 1), microseconds: UInt32(generator.below(microseconds)))
    }
}
#endif
