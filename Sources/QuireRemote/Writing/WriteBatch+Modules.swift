import QuireCore
import QuireEngine

extension WriteBatch {
    /// Carries out the operations in the batch's order, one module after another.
    ///
    /// - Parameter write: Carries out the operations on one module.
    /// - Throws: The error of the first module. Those of others are the results of their operations, because the first
    ///   ones are known.
    package func carryOut(
        _ write: (ModuleDescriptor, [WriteOperation]) async throws -> [WriteResult]
    ) async throws -> [WriteResult] {
        var modules: [(module: ModuleDescriptor, positions: [Int])] = []
        for position in order {
            let module = operations[position].module
            if let index = modules.firstIndex(where: { $0.module.name.isByteEqual(to: module.name) }) {
                modules[index].positions.append(position)
            } else {
                modules.append((module, [position]))
            }
        }
        var results: [WriteResult?] = Array(repeating: nil, count: operations.count)
        for (number, (module, positions)) in modules.enumerated() {
            let part = positions.map { operations[$0] }
            do {
                for (position, result) in zip(positions, try await write(module, part)) {
                    results[position] = result
                }
            } catch  where number > 0 && !(error is CancellationError) {
                for (position, operation) in zip(positions, part) {
                    results[position] = .failed(WriteError(.noResponse, operation, message: "\(error)"))
                }
            }
        }
        return results.compactMap { $0 }
    }
}
