#if SQLite
import Foundation
import Quire
import QuireStore

/// `write FILE SEED FIRST [COUNT [PREFIX]]`: runs a ledger's steps starting at `FIRST`, each in its own transaction,
/// and prints the number of each once it is committed. Without a count, it runs until it is killed or the store
/// throws, which it prints as `refused CODE: TEXT`.
enum Writing {
    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        let ledger = Ledger(seed: UInt64(arguments.number(0)), prefix: arguments.text(3))
        let first = arguments.number(1)
        let count = Int(arguments.text(2)) ?? .max
        var number = first
        say("ready")
        do {
            while number - first < count {
                try await store.carryOut(ledger.step(number))
                say("\(number)")
                number += 1
            }
        } catch let error as StoreError {
            say("refused \(error.code.rawValue): \(error)")
        }
        await store.close()
    }
}

extension Store {
    /// Runs a step in one transaction; its kind determines the call.
    package func carryOut(_ step: Ledger.Step) async throws {
        let module = Things.module.name
        let upserts = step.changes.compactMap { change in change.version.map { (change.id, $0) } }
        let deleted = step.changes.filter { $0.version == nil }.map(\.id)
        switch step.kind {
        case .one, .mixed:
            _ = try await write(WriteBatch(step.operations))
        case .some:
            try await transaction("write") { transaction in
                for (id, version) in upserts {
                    _ = try transaction.upsert(Things.instance(id, version), into: module)
                }
            }
        case .many:
            let lines = upserts.map { Things.instance($0, $1) }.joined(separator: Data("\n".utf8))
            try await load(module, from: .data(Data(lines)))
        case .delete, .deleteMost:
            try await delete(deleted, from: module)
        }
    }
}

extension Ledger.Step {
    /// The step as operations of a batch.
    package var operations: [WriteOperation] {
        changes.map { id, version in
            var operation = WriteOperation(version == nil ? .delete : .createOrUpdate, Things.module, id: id)
            if let version {
                operation.values = Things.values(version)
                operation.isWhole = true
            }
            return operation
        }
    }
}
#endif
