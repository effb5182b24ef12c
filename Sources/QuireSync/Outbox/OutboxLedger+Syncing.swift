import Foundation
import QuireCore
import QuireEngine
import QuireText

/// Lets a sync and the writes that wait live together: what a sync brings becomes the server's side of an item, and its
/// writes are laid over it again, in the transaction of the sync.
///
/// A sync whose moment lies before a write of ours is older than what that write was answered with: for that item it is
/// passed over, and the next one brings what there is to bring.
package struct OutboxSyncing {
    private let ledger: OutboxLedger
    private let module: String
    /// The ids with writes waiting, by their bytes.
    private var pending: Set<[UInt8]>
    /// Whether all of the module is to be removed.
    private var isEmptied: Bool
    /// What the server has said last of items that were sent, where the sync is older; `nil` is gone.
    private var newer: [[UInt8]: JSONValue?] = [:]
    private var touched: [[UInt8]: String] = [:]
    private var arrived: Set<[UInt8]> = []

    /// - Parameter mark: The moment that the sync holds up to, in milliseconds.
    package init(
        _ transaction: any OutboxTransaction, module: String, mark: Int64
    ) throws {
        ledger = OutboxLedger(transaction)
        self.module = module
        pending = Set(try transaction.baseIDs(of: module).map { Array($0.utf8) })
        isEmptied = false
        try transaction.eachHead { head in
            if head.id == nil, head.module.isSpelled(as: module) { isEmptied = true }
            return !isEmptied
        }
        for (id, date) in try transaction.sentDates(in: module) where date > mark {
            let key = Array(id.utf8)
            let known =
                pending.contains(key)
                ? try transaction.base(of: id, in: module)?.current
                : try transaction.storedInstance(id, in: module)
            newer.updateValue(known, forKey: key)
        }
    }

    /// Notes an instance that the sync has brought, and stored.
    package mutating func bring(_ id: String, _ json: Data) throws {
        let key = Array(id.utf8)
        guard pending.contains(key) || isEmptied, newer[key] == nil else { return }
        guard let instance = try? JSONValue(parsing: json), case .object = instance else { return }
        try ledger.moveBase(of: id, in: module, to: instance, isOwn: false)
        pending.insert(key)
        touched[key] = id
        arrived.insert(key)
    }

    /// Notes an item that the sync says is gone.
    package mutating func remove(_ id: String) throws {
        let key = Array(id.utf8)
        guard pending.contains(key), newer[key] == nil else { return }
        arrived.remove(key)
        touched[key] = id
        try gone(id)
    }

    /// Lays what waits over what the sync has brought.
    ///
    /// - Parameter replacesContent: Whether what the sync has not brought is not there.
    package func finish(replacesContent: Bool) throws {
        let transaction = ledger.transaction
        if replacesContent {
            for id in try transaction.baseIDs(of: module) {
                let key = Array(id.utf8)
                guard newer[key] == nil else { continue }
                if !arrived.contains(key), try transaction.base(of: id, in: module)?.instance != nil {
                    try gone(id)
                }
            }
        }
        for (key, instance) in newer where !pending.contains(key) {
            let id = String(decoding: key, as: UTF8.self)
            try transaction.setInstance(instance, id, in: module, keepsUnfit: true)
        }
        if replacesContent || !newer.isEmpty { return try ledger.layAll(of: module) }
        for id in touched.values { try ledger.lay(id, in: module) }
    }

    /// Lays what waits over content that was removed from the store.
    package func layAgain() throws { try ledger.layAll(of: module) }

    /// The server has deleted an item with writes waiting: the first that changes it is in conflict with that.
    private func gone(_ id: String) throws {
        let transaction = ledger.transaction
        let wasThere = try transaction.base(of: id, in: module)?.instance != nil
        let entries = try transaction.entries(of: id, in: module)
        guard let first = entries.first else {
            return try ledger.moveBase(of: id, in: module, to: nil, isOwn: false)
        }
        if !wasThere, [.create, .createOrUpdate].contains(first.operation.kind) {
            // It had arrived, and was deleted since; or what is gone has nothing to do with it.
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
        entry.failure = WriteFailure(.conflict, entry.operation, message: OutboxLedger.gone)
        try transaction.replace(entry)
    }
}
