import Foundation
import QuireCore
import QuireEngine

/// The rules of an outbox within one transaction.
///
/// An item with pending writes appears as the server's last version (its base) with its writes applied in order. If
/// either side changes, the item is recomputed: after a sync, after a response, after a write was dropped.
package struct OutboxLedger {
    let transaction: any OutboxTransaction

    package init(_ transaction: any OutboxTransaction) { self.transaction = transaction }

    // MARK: - Laying

    /// Applies entries to a base. Returns `nil` if the result is a deleted item.
    ///
    /// An item that the server has deleted keeps its last known state while a change of it is pending.
    static func laid(_ entries: [OutboxEntry], over base: OutboxBase) -> JSONValue? {
        var current = base.current
        var last = base.instance
        for entry in entries {
            switch entry.operation.kind {
            case .truncate, .delete:
                current = nil
                last = nil
            case .create, .createOrUpdate:
                current = current.map { entry.operation.instance(over: $0) } ?? entry.created
            case .update:
                if let under = current ?? last { current = entry.operation.instance(over: under) }
            }
        }
        return current
    }

    /// Recomputes an item. Without pending writes, it is the server's version again.
    func lay(_ id: String, in module: String) throws {
        guard let base = try transaction.base(of: id, in: module) else { return }
        let entries = try transaction.entries(of: id, in: module)
        try transaction.setInstance(Self.laid(entries, over: base), id, in: module, keepsIncompatible: true)
        if entries.isEmpty { try transaction.setBase(nil, of: id, in: module) }
    }

    func layAll(of module: String) throws {
        for id in try transaction.baseIDs(of: module) { try lay(id, in: module) }
    }

    /// Stores the current item as the server's version, unless one is stored already.
    func keepBase(of id: String, in module: String) throws {
        guard try transaction.base(of: id, in: module) == nil else { return }
        let instance = try transaction.storedInstance(id, in: module)
        try transaction.setBase(OutboxBase(instance, original: instance), of: id, in: module)
    }

    /// Replaces the server's version of an item by its current state. `nil` means deleted.
    ///
    /// - Parameter isOwn: Whether one of our writes caused the change, so that pending writes are based on it.
    func moveBase(of id: String, in module: String, to instance: JSONValue?, isOwn: Bool) throws {
        let storedBase = try transaction.base(of: id, in: module)
        var base = storedBase ?? OutboxBase(nil)
        if let instance {
            base.instance = instance
            // Some servers keep deleted items with the date.
            base.isGone = !isOwn && instance.isDeleted
        } else if isOwn {
            base.instance = nil
            base.isGone = false
        } else if base.instance != nil {
            base.isGone = true
        }
        if isOwn { base.original = instance }
        try transaction.setBase(base, of: id, in: module)
    }

    // MARK: - Writing

    /// Performs operations on the local content, in a batch's order, and adds an entry for each that succeeds.
    ///
    /// - Parameter newID: Creates the id of an item that has none.
    package func keep(
        _ batch: WriteBatch, at now: Date, newID: (Date) -> String
    ) throws -> [WriteResult] {
        var results: [WriteResult?] = Array(repeating: nil, count: batch.operations.count)
        var group: Int64?
        for position in batch.order {
            try Task.checkCancellation()
            results[position] = try keep(batch.operations[position], in: &group, at: now, newID: newID)
        }
        return results.compactMap { $0 }
    }

    private func keep(
        _ operation: WriteOperation, in group: inout Int64?, at now: Date, newID: (Date) -> String
    ) throws -> WriteResult {
        let module = operation.module.name
        if operation.kind == .truncate {
            let ids = try transaction.storedIDs(of: module)
            for id in ids { try keepBase(of: id, in: module) }
            try add(OutboxEntry(operation: operation, queuedAt: now), &group)
            for id in ids { try transaction.setInstance(nil, id, in: module, keepsIncompatible: true) }
            return .truncated(ids.count)
        }
        var operation = operation
        let makesID = operation.id == nil
        let id = operation.id ?? newID(now)
        operation.id = id
        let stored = try transaction.storedInstance(id, in: module)
        // A version that was read before the response to one of our own writes is still current for its writer.
        if let seen = operation.seenUpdatedAt?.milliseconds, stored?.lastDate != seen,
            let date = try transaction.dateNow(of: id, in: module, seen: seen)
        {
            operation.seenUpdatedAt = Date(milliseconds: date)
        }
        if case .refuse(let failure) = InstanceWriting(now: now).effect(of: operation, on: stored) {
            return .failed(failure)
        }
        if stored == nil, operation.kind != .delete {
            operation.createdAt = operation.createdAt ?? Date(milliseconds: now.milliseconds)
        }
        let entry = OutboxEntry(
            operation: operation, queuedAt: Date(milliseconds: now.milliseconds),
            seen: operation.kind == .delete ? nil : operation.seenUpdatedAt?.milliseconds, madeID: makesID)
        let base = try transaction.base(of: id, in: module)
        let instance = Self.laid([entry], over: OutboxBase(stored))
        if let failure = try set(instance, entry) { return .failed(failure) }
        if base == nil {
            try transaction.setBase(OutboxBase(stored, original: stored), of: id, in: module)
        }
        if try correct(id, entry) == false { try add(entry, &group) }
        if operation.kind == .delete { return .deleted(stored?.data) }
        return .stored((try transaction.storedInstance(id, in: module) ?? instance ?? .null).data)
    }

    private func add(_ entry: OutboxEntry, _ group: inout Int64?) throws {
        var entry = entry
        entry.batch = group ?? 0
        entry.number = try transaction.add(entry)
        guard group == nil else { return }
        group = entry.number
        entry.batch = entry.number
        try transaction.replace(entry)
    }

    /// Stores the result of an entry. Invalid values that were stored before do not prevent other values from being
    /// written.
    private func set(_ instance: JSONValue?, _ entry: OutboxEntry) throws -> WriteError? {
        let id = entry.operation.id ?? ""
        let module = entry.operation.module.name
        do {
            try transaction.setInstance(instance, id, in: module, keepsIncompatible: false)
        } catch let error as ContentDecodingError {
            let failure = WriteError(error, entry.operation)
            let name = failure.fields.first?.name.split(separator: ".").first.map(String.init)
            guard let name, entry.operation.values.member(name) == nil else { return failure }
            try transaction.setInstance(instance, id, in: module, keepsIncompatible: true)
        }
        return nil
    }

    /// Merges a write with a rejected write of the same item. The merged write is sent again.
    private func correct(_ id: String, _ entry: OutboxEntry) throws -> Bool {
        let module = entry.operation.module.name
        let waiting = try transaction.entries(of: id, in: module)
        guard let first = waiting.first, first.state == .refused, !first.isUncertain,
            waiting.allSatisfy({ $0.operation.kind != .truncate && !$0.isUncertain })
        else { return false }
        var union = first.operation
        for (index, later) in (waiting.dropFirst() + [entry]).enumerated() {
            switch union.united(with: later.operation) {
            case .one(let operation): union = operation
            case .two: return false
            case .nothing:
                guard index == waiting.count - 1 else { return false }
                for entry in waiting { try transaction.remove(entry.number) }
                try refuseDependents(onLost: id, in: module)
                try lay(id, in: module)
                return true
            }
        }
        var corrected = first
        corrected.operation = union
        corrected.state = .waiting
        corrected.failure = nil
        corrected.lastError = nil
        try transaction.replace(corrected)
        for entry in waiting.dropFirst() { try transaction.remove(entry.number) }
        return true
    }
}

extension OutboxEntry {
    /// The instance of a new item.
    fileprivate var created: JSONValue {
        let created = operation.createdAt?.milliseconds ?? queuedAt.milliseconds
        return operation.instance(over: .object([.init("id", .string(operation.id ?? ""))]))
            .setting("createdAt", .integer(created))
            .setting("updatedAt", .integer(max(created, queuedAt.milliseconds)))
    }

    /// The date of a new item until the server assigns one.
    var createdDate: Int64 {
        max(operation.createdAt?.milliseconds ?? .min, queuedAt.milliseconds)
    }
}

extension OutboxLedger {
    /// The two versions in a conflict.
    struct Versions: Sendable {
        var mine: JSONValue?
        var theirs: JSONValue?
        var original: JSONValue?
    }

    /// The versions in an entry's conflict. The local one includes the writes up to this entry.
    func versions(of entry: OutboxEntry) throws -> Versions {
        guard let id = entry.operation.id else { return Versions() }
        let module = entry.operation.module.name
        let base = try transaction.base(of: id, in: module) ?? OutboxBase(nil)
        let entries = try transaction.entries(of: id, in: module).filter { $0.number <= entry.number }
        return Versions(
            mine: Self.laid(entries, over: base), theirs: base.current, original: base.original)
    }

    /// Replaces an entry by the resolution of its conflict, or removes it.
    ///
    /// - Returns: `false` if the entry is no longer in conflict.
    func resolve(_ number: Int64, with operation: WriteOperation?, theirs: JSONValue?) throws -> Bool {
        guard var entry = try transaction.entry(number), entry.state == .conflict,
            let id = entry.operation.id
        else { return false }
        let module = entry.operation.module.name
        if let operation {
            entry.operation = operation
            entry.seen = operation.seenUpdatedAt?.milliseconds
            entry.state = .waiting
            entry.failure = nil
            entry.lastError = nil
            entry.isUncertain = false
            // The user has seen the server's version, so later writes need no new decision.
            for var later in try transaction.entries(of: id, in: module) where later.number > number {
                guard let seen = later.seen, let date = theirs?.lastDate, seen < date else { continue }
                later.seen = date
                try transaction.replace(later)
            }
            try transaction.replace(entry)
        } else {
            try transaction.remove(number)
            try refuseDependents(onLost: id, in: module)
        }
        try lay(id, in: module)
        return true
    }

    /// Drops an entry and, for a new item, all later writes of it.
    ///
    /// - Returns: The dropped entries. Empty if the entry no longer exists.
    func discard(_ number: Int64) throws -> [OutboxEntry] {
        guard let entry = try transaction.entry(number) else { return [] }
        let module = entry.operation.module.name
        var discarded = [entry]
        if let id = entry.operation.id {
            let base = try transaction.base(of: id, in: module)
            if base?.current == nil, entry.creates {
                let later = try transaction.entries(of: id, in: module).filter { $0.number > number }
                // A later create is independent.
                discarded += later.prefix { [.update, .delete].contains($0.operation.kind) }
            }
        }
        for entry in discarded { try transaction.remove(entry.number) }
        if let id = entry.operation.id {
            try refuseDependents(onLost: id, in: module)
            try lay(id, in: module)
        } else {
            try layAll(of: module)
        }
        return discarded
    }

    /// Makes a rejected entry due again unchanged.
    func retry(_ number: Int64) throws -> Bool {
        guard var entry = try transaction.entry(number), entry.state == .refused else { return false }
        entry.state = .waiting
        entry.failure = nil
        // The writer asks for it explicitly, even if it may be applied twice.
        entry.isUncertain = false
        try transaction.replace(entry)
        return true
    }
}
