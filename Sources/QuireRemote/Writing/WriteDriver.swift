import QuireCore
import QuireEngine

/// Carries out write operations on the items of one module on a server.
///
/// The operations are applied here to what is stored, and the changes are sent together. If another writer was faster,
/// an operation is applied again to what that writer stored. An engine reads stored items and sends changes.
package protocol WriteDriver: Sendable {
    /// A stored item, with what the engine needs to replace it.
    associatedtype Held: Sendable

    /// The maximum number of operations that are read and sent together.
    var batchSize: Int { get }
    /// How long an operation is tried again while other writers are faster.
    var patience: Duration { get }

    /// Why no such operation can succeed here; `nil` if one can.
    func problem(with operation: WriteOperation) -> String?

    /// What is stored under the ids of operations, in their order.
    func held(for operations: [WriteOperation]) async throws -> [Held?]

    func instance(of held: Held) -> JSONValue?

    /// Sends changes of different items. The result has one outcome for each.
    ///
    /// - Parameter isOnly: Whether the call writes nothing before and after.
    func send(_ changes: [DocumentChange<Held>], isOnly: Bool) async throws -> [ChangeOutcome]

    /// Deletes all items. Returns their number, if it is known.
    func truncate() async throws -> Int?

    /// Waits until searches see what several rounds have written, if the settings say so.
    func settle() async throws

    /// The reason for failures after an error of a whole request; `nil` if the error is thrown.
    ///
    /// - Parameter isFirst: Whether no operation has a result yet.
    func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason?
}

/// A change of one item.
package struct DocumentChange<Held: Sendable>: Sendable {
    /// The position of the operation in the call.
    let position: Int
    package let operation: WriteOperation
    package fileprivate(set) var id: String
    package let held: Held?
    let stored: JSONValue?
    /// The item as it will be; `nil` deletes it.
    package fileprivate(set) var instance: JSONValue?
}

/// What became of a change.
package enum ChangeOutcome: Sendable {
    /// - Parameter instance: The stored item, if it differs from the one that was sent.
    case done(instance: JSONValue? = nil)
    case failed(WriteError)
    /// The stored item has changed since it was read, so the operation is applied again.
    case outdated
}

extension WriteDriver {
    package var patience: Duration { .zero }
    package func problem(with operation: WriteOperation) -> String? { nil }
    package func settle() async throws {}
    package func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason? {
        isFirst ? nil : .noResponse
    }

    /// Carries out operations in their order.
    ///
    /// - Throws: The engine's errors if nothing has been written.
    package func write(_ operations: [WriteOperation]) async throws -> [WriteResult] {
        var results: [WriteResult?] = Array(repeating: nil, count: operations.count)
        let rounds = rounds(of: operations)
        for positions in rounds {
            do {
                try await carryOut(positions, of: operations, isOnly: rounds.count == 1, &results)
            } catch  where !(error is CancellationError) {
                guard let reason = reason(of: error, isFirst: results.allSatisfy { $0 == nil }) else {
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
        var rounds: [[Int]] = []
        var ids: Set<[UInt8]> = []
        for (position, operation) in operations.enumerated() {
            let id = operation.id.map { Array($0.utf8) }
            let last = rounds.last?.last.map { operations[$0].kind }
            let isSeparate = operation.kind == .truncate || last == nil || last == .truncate
            if isSeparate || rounds[rounds.count - 1].count >= batchSize || id.map(ids.contains) ?? false {
                rounds.append([])
                ids = []
            }
            if let id { ids.insert(id) }
            rounds[rounds.count - 1].append(position)
        }
        return rounds
    }

    private func carryOut(
        _ positions: [Int], of operations: [WriteOperation], isOnly: Bool,
        _ results: inout [WriteResult?]
    ) async throws {
        var waiting: [Int] = []
        for position in positions {
            if let problem = problem(with: operations[position]) {
                results[position] = .failed(WriteError(.invalid, operations[position], message: problem))
            } else if operations[position].kind == .truncate {
                results[position] = .truncated(try await truncate())
            } else {
                waiting.append(position)
            }
        }
        let end = ContinuousClock.now + patience
        var attempt = 0
        while !waiting.isEmpty {
            let changes = try await changes(waiting, of: operations, &results)
            if changes.isEmpty { return }
            waiting = []
            for (change, outcome) in zip(changes, try await send(changes, isOnly: isOnly)) {
                switch outcome {
                case .done(nil):
                    results[change.position] =
                        change.instance.map { .stored($0.data) } ?? .deleted(change.stored?.data)
                case .done(let instance?): results[change.position] = .stored(instance.data)
                case .failed(let failure): results[change.position] = .failed(failure)
                case .outdated: waiting.append(change.position)
                }
            }
            if waiting.isEmpty { return }
            attempt += 1
            let delay = Duration.milliseconds(Int.random(in: 1...(10 * min(attempt, 20))))
            if .now + delay > end {
                for position in waiting {
                    results[position] = .failed(
                        WriteError(
                            .other, operations[position],
                            message:
                                "other writers, or the replacement of the index, stood in the way for too long"
                        ))
                }
                return
            }
            try await Task.sleep(for: delay)
        }
    }

    /// Applies operations to what is stored. Those that are refused get their result.
    private func changes(
        _ positions: [Int], of operations: [WriteOperation], _ results: inout [WriteResult?]
    ) async throws -> [DocumentChange<Held>] {
        let writing = InstanceWriting()
        var changes: [DocumentChange<Held>] = []
        let held = try await held(for: positions.map { operations[$0] })
        for (position, held) in zip(positions, held) {
            let operation = operations[position]
            let stored = held.flatMap(instance)
            var change = DocumentChange(
                position: position, operation: operation, id: operation.id ?? "", held: held, stored: stored)
            switch writing.effect(of: operation, on: stored) {
            case .refuse(let failure):
                results[position] = .failed(failure)
                continue
            case .remove: break
            case .store(let id, let instance): (change.id, change.instance) = (id, instance)
            }
            changes.append(change)
        }
        return changes
    }
}
