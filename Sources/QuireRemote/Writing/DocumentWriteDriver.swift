import QuireCore
import QuireEngine

/// Carries out write operations on the items of one module: reads what is stored, applies the operations to it here, and
/// sends the changes.
package protocol DocumentWriteDriver: WriteDriver where Change == DocumentChange<Held> {
    /// A stored item, with what the engine needs to replace it.
    associatedtype Held: Sendable

    /// What is stored under the ids of operations, in their order.
    func held(for operations: [WriteOperation]) async throws -> [Held?]

    func instance(of held: Held) -> JSONValue?
}

/// A change of one item.
package struct DocumentChange<Held: Sendable>: Sendable {
    package let operation: WriteOperation
    package let id: String
    package let held: Held?
    fileprivate let stored: JSONValue?
    /// The item as it will be; `nil` deletes it.
    package let instance: JSONValue?

    /// The result if the server stores the change as it is.
    package var outcome: ChangeOutcome {
        .done(instance.map { .stored($0.data) } ?? .deleted(stored?.data))
    }
}

extension DocumentWriteDriver {
    package func plan(
        _ positions: [Int], of operations: [WriteOperation]
    ) async throws -> [ChangePlan<Change>] {
        let operations = positions.map { operations[$0] }
        let writing = InstanceWriting()
        return zip(operations, try await held(for: operations)).map { operation, held in
            let stored = held.flatMap(instance)
            func change(_ id: String, to instance: JSONValue?) -> ChangePlan<Change> {
                .send(
                    DocumentChange(
                        operation: operation, id: id, held: held, stored: stored, instance: instance))
            }
            return switch writing.effect(of: operation, on: stored) {
            case .refuse(let failure): .settled(.failed(failure))
            case .remove: change(operation.id ?? "", to: nil)
            case .store(let id, let instance): change(id, to: instance)
            }
        }
    }
}
