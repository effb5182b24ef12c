#if SQLite
import Foundation
import QuireCore
import QuireSync
import QuireText

/// Writes an update's changes into a module's tables, in a transaction, and counts their effects.
struct SyncApplication {
    private let transaction: StoreTransaction
    private let update: SyncUpdate
    private let layout: ModuleLayout
    /// The ids affected by the update that were stored before.
    private var stored: Set<ExactText> = []
    /// The ids affected by the update that are stored now.
    private var written: Set<ExactText> = []
    private var effect = SyncEffect()
    private var steps = 0
    /// The writes that wait to be sent; `nil` if there is no outbox.
    private var outbox: OutboxSyncing?

    init(
        _ transaction: StoreTransaction, _ update: SyncUpdate, layout: ModuleLayout,
        outbox: OutboxSyncing? = nil
    ) {
        self.transaction = transaction
        self.layout = layout
        self.update = update
        self.outbox = outbox
    }

    /// Returns the effect, and whether items were skipped because a write of theirs was confirmed meanwhile.
    func run() throws -> (SyncEffect, hasSkipped: Bool) {
        var copy = self
        let effect = try copy.apply()
        return (effect, copy.outbox?.hasSkipped ?? false)
    }

    private mutating func apply() throws -> SyncEffect {
        if update.kind.replacesContent {
            stored = try ids()
            try transaction.deleteAll(from: update.module)
        }
        for changes in update.changes {
            for instance in changes.created { try write(instance, skipsEqual: changes.mayRepeat) }
            for instance in changes.updated { try write(instance, skipsEqual: changes.mayRepeat) }
            for id in changes.deleted { try delete(id) }
            for error in changes.rejected { try reject(error) }
        }
        try outbox?.finish(replacesContent: update.kind.replacesContent)
        effect.created = written.subtracting(stored).count
        effect.updated = written.intersection(stored).count
        effect.deleted = stored.subtracting(written).count
        return effect
    }

    private mutating func write(_ instance: ChangedInstance, skipsEqual: Bool) throws {
        try checkCancellation()
        if let id = instance.id { try outbox?.bring(id, instance.json) }
        let missing: ContentDecodingError?
        do {
            note(
                instance,
                try transaction.upsert(instance.json, into: update.module, skipsEqual: skipsEqual))
            missing = try transaction.missingValue(in: update.module)
        } catch let error as ContentDecodingError {
            try reject(error)
            // Values that fit are stored. The others are kept as unknown values until the schema supports them.
            do {
                note(
                    instance,
                    try transaction.upsert(
                        instance.json, into: update.module, keepsIncompatible: true, skipsEqual: skipsEqual))
            } catch is ContentDecodingError {
                // This is not an instance at all, which the error above reports.
            }
            return
        }
        // The item is stored, but cannot be read as one of the schema.
        if let missing { try reject(missing) }
    }

    private mutating func note(_ instance: ChangedInstance, _ outcome: StoreTransaction.Outcome) {
        guard outcome != .skipped, let id = instance.id.map(ExactText.init) else { return }
        if written.insert(id).inserted, outcome == .updated { stored.insert(id) }
    }

    private mutating func delete(_ id: String) throws {
        try checkCancellation()
        try outbox?.remove(id)
        guard try transaction.delete(id, from: update.module) else { return }
        // An item that this update inserted was not there before.
        if written.remove(ExactText(id)) == nil { stored.insert(ExactText(id)) }
    }

    private mutating func reject(_ error: ContentDecodingError) throws {
        guard update.mode == .lenient else { throw error }
        effect.rejected.append(error)
    }

    /// The ids of all items of the module.
    private func ids() throws -> Set<ExactText> {
        let table = SQLite.quoted(layout.table)
        return try transaction.connection.withStatement("SELECT id FROM \(table)") { row in
            var ids: Set<ExactText> = []
            while try row.step() { ids.insert(ExactText(row.text(0))) }
            return ids
        }
    }

    private mutating func checkCancellation() throws {
        steps += 1
        if steps & 0xFF == 0 { try Task.checkCancellation() }
    }
}
#endif
