import Foundation
import QuireCore
import QuireEngine
import QuireText

extension TypesenseEngine: WritableEngine {
    /// Carries out a batch by the rules of every engine that holds content: conflicts by `updatedAt`, new ids of 24
    /// hexadecimal digits, dates stamped.
    ///
    /// What a batch changes is read, changed here, and sent back in one import for each module. The server has no
    /// conditional writes: writers of one engine wait for each other, but of two engines that change one item in the
    /// same moment, the later one wins. Two that create one item are told apart: the second gets `exists`.
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
                    try await ModuleWriting(engine: self, layout: layout).write(operations)
                }
                for (position, result) in zip(positions, written) { results[position] = result }
            } catch  where !isFirst {
                // What was written of other modules is known: only this one's operations are not.
                for (position, operation) in zip(positions, operations) {
                    results[position] = .failed(WriteFailure(.unanswered, operation, message: "\(error)"))
                }
            }
            isFirst = false
        }
        return results.compactMap { $0 }
    }
}
