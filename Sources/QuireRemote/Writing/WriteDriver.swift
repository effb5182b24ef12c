import QuireCore
import QuireEngine
import QuireText

/// Carries out write operations on a server.
///
/// Operations on different items are planned and sent together. If another writer was faster, an operation is planned
/// again over what that writer stored.
package protocol WriteDriver: Sendable {
    /// What is sent for one operation.
    associatedtype Change: Sendable

    /// The maximum number of operations that are planned and sent together.
    var batchSize: Int { get }
    /// Whether operations of different kinds are sent together.
    var mixesKinds: Bool { get }
    /// Whether all operations are carried out together, or none.
    var isWhole: Bool { get }
    /// How long an operation is tried again while other writers are faster.
    var patience: Duration { get }
    /// What may prevent a write that long, for errors.
    var obstacle: String { get }

    /// Identifies the item of an operation; `nil` for a new item without an id.
    func key(of operation: WriteOperation) -> String?

    /// Why no such operation can succeed here; `nil` if one can.
    func problem(with operation: WriteOperation) -> String?

    /// Plans the operations at positions. The result has one plan for each.
    mutating func plan(
        _ positions: [Int], of operations: [WriteOperation]
    ) async throws -> [ChangePlan<Change>]

    /// Sends changes of different items. The result has one outcome for each.
    ///
    /// - Parameter isOnly: Whether the call writes nothing before and after.
    mutating func send(_ changes: [Change], isOnly: Bool) async throws -> [ChangeOutcome]

    /// Deletes all items of the operation's module.
    func truncate(_ operation: WriteOperation) async throws -> ChangeOutcome

    /// Waits until searches see what several rounds have written, if the settings say so.
    func settle() async throws

    /// The reason for failures after an error of a whole request; `nil` if the error is thrown.
    ///
    /// - Parameter isFirst: Whether no operation has a result yet.
    func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason?
}

/// How an operation is carried out.
package enum ChangePlan<Change: Sendable>: Sendable {
    case send(Change)
    /// Nothing is sent, because the result is known.
    case settled(WriteResult)
}

/// What became of a change.
package enum ChangeOutcome: Sendable {
    case done(WriteResult)
    /// The stored item has changed since it was read, so the operation is planned again.
    ///
    /// - Parameter waits: Whether other writers get time before that.
    case outdated(waits: Bool = true)
    /// There is no result. If it is unknown, the server may have carried the change out.
    case lost(any Error, isUnknown: Bool)
    /// Nothing was carried out, because another change of the whole was not.
    case stopped
}

extension WriteDriver {
    package var mixesKinds: Bool { true }
    package var isWhole: Bool { false }
    package var patience: Duration { .zero }
    package var obstacle: String { "other writers" }
    package func key(of operation: WriteOperation) -> String? { operation.id }
    package func problem(with operation: WriteOperation) -> String? { nil }
    package func settle() async throws {}
    package func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason? {
        isFirst ? nil : .noResponse
    }

    /// Carries out operations in the order of their kinds.
    ///
    /// - Returns: The results in the order of the operations.
    /// - Throws: The engine's errors if no operation has a result.
    package func write(_ operations: [WriteOperation]) async throws -> [WriteResult] {
        var driver = self
        var results: [WriteResult?] = Array(repeating: nil, count: operations.count)
        let rounds = rounds(of: operations)
        for positions in rounds {
            do {
                try await driver.carryOut(positions, of: operations, isOnly: rounds.count == 1, &results)
            } catch  where !(error is CancellationError) {
                guard let reason = driver.reason(of: error, isFirst: results.allSatisfy { $0 == nil }) else {
                    throw error
                }
                for position in positions where results[position] == nil {
                    results[position] = .failed(
                        WriteError(reason, operations[position], message: "\(error)"))
                }
            }
        }
        if rounds.count > 1 { try await settle() }
        return zip(operations, results).map { operation, result in
            result ?? .failed(WriteError(.noResponse, operation, message: "the response has no line for it"))
        }
    }

    /// The positions of operations that are carried out together. A round contains each item at most once.
    private func rounds(of operations: [WriteOperation]) -> [[Int]] {
        let order = WriteBatch(operations).order
        if isWhole { return [order] }
        var rounds: [[Int]] = []
        var keys: Set<ExactText> = []
        for position in order {
            let kind = operations[position].kind
            let key = key(of: operations[position]).map(ExactText.init)
            let last = rounds.last?.last.map { operations[$0].kind }
            let isSeparate =
                kind == .truncate || last == nil || last == .truncate || !mixesKinds && last != kind
            if isSeparate || rounds[rounds.count - 1].count >= batchSize || key.map(keys.contains) ?? false {
                rounds.append([])
                keys = []
            }
            if let key { keys.insert(key) }
            rounds[rounds.count - 1].append(position)
        }
        return rounds
    }

    private mutating func carryOut(
        _ positions: [Int], of operations: [WriteOperation], isOnly: Bool,
        _ results: inout [WriteResult?]
    ) async throws {
        var possible: [Int] = []
        for position in positions {
            let operation = operations[position]
            if let problem = problem(with: operation) {
                results[position] = .failed(WriteError(.invalid, operation, message: problem))
            } else if operation.kind == .truncate {
                _ = try record([(position, await truncate(operation))], of: operations, &results)
            } else {
                possible.append(position)
            }
        }
        let end = ContinuousClock.now + patience
        var attempt = 0
        var waiting = possible
        while !waiting.isEmpty {
            var sent: [Int] = []
            var changes: [Change] = []
            for (position, plan) in zip(waiting, try await plan(waiting, of: operations)) {
                switch plan {
                case .send(let change):
                    sent.append(position)
                    changes.append(change)
                case .settled(let result): results[position] = result
                }
            }
            // An operation that is not sent stops a whole.
            if changes.isEmpty || isWhole && changes.count < waiting.count { break }
            let outcomes = Array(zip(sent, try await send(changes, isOnly: isOnly)))
            let outdated = try record(outcomes, of: operations, &results)
            if outdated.positions.isEmpty { break }
            attempt += 1
            let delay =
                outdated.waits ? Duration.milliseconds(Int.random(in: 1...(10 * min(attempt, 20)))) : .zero
            if .now + delay > end {
                for position in outdated.positions {
                    results[position] = .failed(
                        WriteError(
                            .other, operations[position], message: "\(obstacle) stood in the way for too long"
                        ))
                }
                break
            }
            try await Task.sleep(for: delay)
            waiting = isWhole ? possible : outdated.positions
        }
        if isWhole { stopOthers(of: operations, &results) }
    }

    /// Records outcomes. Returns the operations that are planned again, and whether other writers get time before.
    ///
    /// - Throws: The first error if no operation has a result.
    private func record(
        _ outcomes: [(position: Int, outcome: ChangeOutcome)], of operations: [WriteOperation],
        _ results: inout [WriteResult?]
    ) throws -> (positions: [Int], waits: Bool) {
        var outdated: (positions: [Int], waits: Bool) = ([], false)
        var lost: [(position: Int, error: any Error, isUnknown: Bool)] = []
        for (position, outcome) in outcomes {
            switch outcome {
            case .done(let result): results[position] = result
            case .outdated(let waits):
                outdated.positions.append(position)
                if waits { outdated.waits = true }
            case .lost(let error, let isUnknown): lost.append((position, error, isUnknown))
            case .stopped: break
            }
        }
        if let first = lost.first, outdated.positions.isEmpty, results.allSatisfy({ $0 == nil }) {
            throw first.error
        }
        for (position, error, isUnknown) in lost {
            results[position] = .failed(
                WriteError(isUnknown ? .noResponse : .other, operations[position], message: "\(error)"))
        }
        return outdated
    }

    /// Records that the other operations of a whole were not carried out, after one has failed.
    private func stopOthers(of operations: [WriteOperation], _ results: inout [WriteResult?]) {
        guard let failed = results.firstIndex(where: { $0?.isSuccess == false }) else { return }
        for position in results.indices where results[position] == nil {
            results[position] = .failed(
                WriteError(
                    .other, operations[position],
                    message: "it was not written, because operation \(failed + 1) of the batch failed"))
        }
    }
}

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
            if let index = modules.firstIndex(where: { $0.module.name == module.name }) {
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
