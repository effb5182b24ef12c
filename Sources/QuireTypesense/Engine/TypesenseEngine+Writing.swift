import Foundation
import QuireCore
import QuireEngine
import QuireText

extension TypesenseEngine: WritableEngine {
    /// Carries out a batch with the same rules as every writable engine: `updatedAt` detects conflicts, new ids have 24
    /// hexadecimal digits, and dates are set.
    ///
    /// The affected items are read, changed locally, and sent back with one import per module. The server has no
    /// conditional writes. Writers of one engine take turns, but if two engines change an item at the same moment,
    /// the later write wins. If both create the same item, the second gets `exists`.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: TypesenseConnection.engineName)
        var positions: [(module: ModuleDescriptor, positions: [Int])] = []
        for position in batch.order {
            let module = batch.operations[position].module
            if let index = positions.firstIndex(where: { $0.module.name.isByteEqual(to: module.name) }) {
                positions[index].positions.append(position)
            } else {
                positions.append((module, [position]))
            }
        }
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        var isFirst = true
        for (module, positions) in positions {
            let operations = positions.map { batch.operations[$0] }
            let layout = layout(of: module)
            do {
                let written = try await turns.take(layout.alias) {
                    try await carryOut(
                        on: module,
                        existing: { try await writing($0).write(operations) },
                        prepared: {
                            try await ModuleWriting(engine: self, layout: layout).write(operations)
                        })
                }
                for (position, result) in zip(positions, written) { results[position] = result }
            } catch  where !isFirst {
                // The results of other modules are known; only those of this module are not.
                for (position, operation) in zip(positions, operations) {
                    results[position] = .failed(WriteError(.noResponse, operation, message: "\(error)"))
                }
            }
            isFirst = false
        }
        return results.compactMap { $0 }
    }
}
