import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: WritableEngine {
    /// Carries out a batch with the same rules as every writable engine: `updatedAt` detects conflicts, new ids have 24
    /// hexadecimal digits, and dates are set.
    ///
    /// The affected items are read, changed locally, and sent back with one import per module. The server has no
    /// conditional writes. Writers of one engine take turns, but if two engines change an item at the same moment,
    /// the later write wins. If both create the same item, the second gets `exists`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: TypesenseConnection.engineName)
        return try await batch.carryOut { module, operations in
            let layout = layout(of: module)
            return try await turns.take(layout.alias) {
                try await carryOut(
                    on: module,
                    existing: { try await writing($0).write(operations) },
                    prepared: { try await PreparedWriting(engine: self, layout: layout).write(operations) })
            }
        }
    }
}
