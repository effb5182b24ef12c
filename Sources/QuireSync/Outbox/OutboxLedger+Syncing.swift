import Foundation
import QuireCore
import QuireEngine
import QuireText

/// Combines a sync with pending writes: the synced content becomes the server's version of an item, and its pending
/// writes are applied on top again, in the transaction of the sync.
///
/// If a sync is older than the response to one of our writes, that item is skipped, and the next sync delivers the
/// latest version. A sync by comparing counts as older if it began before the response; otherwise, the dates tell.
package struct OutboxSyncing {
    private let ledger: OutboxLedger
    private let module: String
    /// The ids with pending writes.
    private var pending: Set<ExactText>
    /// Whether all items of the module are to be deleted.
    private var isEmptied: Bool
    /// The server's latest version of sent items, if the sync is older. `nil` means deleted.
    private var newer: [ExactText: JSONValue?] = [:]
    /// The items of `newer` that the sync has delivered or reported as deleted.
    private var skipped: Set<ExactText> = []
    /// The items to which pending writes are applied again.
    private var touched: Set<ExactText> = []
    private var arrived: Set<ExactText> = []

    /// Whether an item was skipped, so that the next sync must deliver it again.
    package var hasSkipped: Bool { !skipped.isEmpty }

    /// - Parameters:
    ///   - mark: The checkpoint of the sync, in milliseconds.
    ///   - confirmed: The number of the last confirmed write when a sync by comparing began. `nil` for other syncs.
    package init(
        _ transaction: any OutboxTransaction, module: String, mark: Int64, confirmed: Int64? = nil
    ) throws {
        ledger = OutboxLedger(transaction)
        self.module = module
        pending = Set(try transaction.baseIDs(of: module).map(ExactText.init))
        isEmptied = false
        try transaction.eachHead { head in
            if head.id == nil, head.module == module { isEmptied = true }
            return !isEmptied
        }
        let sent =
            try confirmed.map { try transaction.confirmedIDs(in: module, after: $0) }
            ?? transaction.sentDates(in: module).filter { $0.date > mark }.map(\.id)
        for id in sent {
            let key = ExactText(id)
            let baseInstance =
                pending.contains(key)
                ? try transaction.base(of: id, in: module)?.current
                : try transaction.storedInstance(id, in: module)
            newer.updateValue(baseInstance, forKey: key)
        }
    }

    /// Records an instance that the sync has delivered and stored.
    package mutating func bring(_ id: String, _ json: Data) throws {
        let key = ExactText(id)
        guard pending.contains(key) || isEmptied || newer[key] != nil,
            let instance = try? JSONValue(parsing: json), case .object = instance
        else { return }
        if let baseInstance = newer[key] {
            guard let date = baseInstance?.lastDate, let new = instance.lastDate, new >= date else {
                skipped.insert(key)
                return
            }
            // It has our write, or a later one of somebody else.
            newer[key] = nil
            guard pending.contains(key) || isEmptied else { return }
        }
        try ledger.moveBase(of: id, in: module, to: instance, isOwn: false)
        pending.insert(key)
        touched.insert(key)
        arrived.insert(key)
    }

    /// Records an item that the sync reports as deleted.
    package mutating func remove(_ id: String) throws {
        let key = ExactText(id)
        if let baseInstance = newer[key] {
            if baseInstance != nil {
                skipped.insert(key)
            } else if pending.contains(key) {
                // The server deleted it for us. A later write that is pending has created it again.
                touched.insert(key)
            }
            return
        }
        guard pending.contains(key) else { return }
        arrived.remove(key)
        touched.insert(key)
        try gone(id)
    }

    /// Applies pending writes on top of the synced content.
    ///
    /// - Parameter replacesContent: Whether items that are not in the sync do not exist.
    package func finish(replacesContent: Bool) throws {
        let transaction = ledger.transaction
        if replacesContent {
            for id in try transaction.baseIDs(of: module) {
                let key = ExactText(id)
                guard newer[key] == nil else { continue }
                if !arrived.contains(key), try transaction.base(of: id, in: module)?.instance != nil {
                    try gone(id)
                }
            }
        }
        for (key, instance) in newer
        where !pending.contains(key) && (replacesContent || skipped.contains(key)) {
            try transaction.setInstance(instance, key.text, in: module, keepsIncompatible: true)
        }
        if replacesContent || hasSkipped { return try ledger.layAll(of: module) }
        for id in touched { try ledger.lay(id.text, in: module) }
    }

    /// Applies pending writes on top of content that was removed from the store.
    package func layAgain() throws { try ledger.layAll(of: module) }

    /// Handles an item with pending writes that the server deleted. The first write that changes it is in conflict.
    private func gone(_ id: String) throws {
        let transaction = ledger.transaction
        let wasThere = try transaction.base(of: id, in: module)?.instance != nil
        let entries = try transaction.entries(of: id, in: module)
        guard let first = entries.first else {
            return try ledger.moveBase(of: id, in: module, to: nil, isOwn: false)
        }
        if !wasThere, [.create, .createOrUpdate].contains(first.operation.kind) {
            // It arrived and was deleted since, or the deletion is unrelated.
            guard first.isUncertain || first.state == .sending else { return }
            let new = JSONValue.object([.init("id", .string(id))])
            let instance = first.operation.instance(over: new)
            try ledger.moveBase(of: id, in: module, to: instance, isOwn: true)
            try transaction.remove(first.number)
            return try gone(id)
        }
        try ledger.moveBase(of: id, in: module, to: nil, isOwn: false)
        let isChange =
            first.operation.kind == .update || first.operation.kind == .createOrUpdate && first.seen != nil
        guard isChange, first.state == .waiting else { return }
        var entry = first
        entry.state = .conflict
        entry.failure = WriteError(.conflict, entry.operation, message: OutboxLedger.deletionMessage)
        try transaction.replace(entry)
    }
}
