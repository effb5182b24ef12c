import Foundation

/// A write that met an item that someone else has changed or deleted: both versions, and what they have in common.
public struct OutboxConflict<Module: ContentModule>: Sendable {
    /// The write that waits for a decision.
    public let entry: OutboxEntry
    /// The item with this write; `nil` where it deletes it, or where the item lacks required fields.
    public let mine: Content<Module>?
    /// The item as it is on the server; `nil` where it was deleted there, or does not fit the schema.
    public let theirs: Content<Module>?
    /// The item as the writer had read it, which both versions were made of; `nil` for a new one.
    public let original: Content<Module>?
    /// Whether the item was deleted on the server.
    public let isGone: Bool
    let theirInstance: JSONValue?
    let myInstance: JSONValue?

    init(_ entry: OutboxEntry, _ versions: OutboxLedger.Versions) {
        func item(_ instance: JSONValue?) -> Content<Module>? {
            instance.flatMap { try? Module.itemDecoder.decodeInstance($0.data) }
        }
        self.entry = entry
        mine = item(versions.mine)
        theirs = item(versions.theirs)
        original = item(versions.original)
        isGone = versions.theirs == nil
        theirInstance = versions.theirs
        myInstance = versions.mine
    }

    /// What takes the entry's place; `nil` where mine is given up.
    func operation(resolving resolution: ConflictResolution<Module>) throws -> WriteOperation? {
        var next = entry.operation
        switch resolution.kind {
        case .takeTheirs: return nil
        case .merge(let merge):
            guard let mine, let theirs else {
                throw UnmergeableConflict(
                    failure: entry.failure ?? WriteFailure(.conflict, entry.operation, message: ""))
            }
            var merged = try merge(mine, theirs)
            merged.id = theirs.id
            next = WriteOperation(.update, merged)
            next.moduleID = theirs.metadata.module ?? entry.operation.moduleID
            next.createdAt = theirs.metadata.createdAt
        case .keepMine:
            if let theirInstance {
                if next.kind == .create { next.kind = .createOrUpdate }
                next.seenUpdatedAt = theirInstance.lastDate.map { Date(milliseconds: $0) }
            } else if next.kind == .update, let myInstance {
                next = WriteOperation(creating: myInstance, entry.operation)
            } else if next.kind != .delete {
                next.kind = .createOrUpdate
                next.seenUpdatedAt = nil
            }
        }
        if next.kind == .update, let date = theirInstance?.lastDate {
            next.seenUpdatedAt = Date(milliseconds: date)
        }
        return next
    }
}

extension WriteOperation {
    /// Brings an item back that was deleted on the server, as it is here.
    fileprivate init(creating instance: JSONValue, _ operation: WriteOperation) {
        self.init(.createOrUpdate, operation.module, id: operation.id)
        moduleID = operation.moduleID
        values = instance.member("values") ?? .object([])
        isWhole = true
        if case .string(let name)? = instance.member("name") { metadata.name = .set(name) }
        for (name, path) in Self.dates {
            if let date = instance.member(name)?.wholeNumber {
                metadata[keyPath: path] = .set(Date(milliseconds: date))
            }
        }
        if let item = try? InstanceTags(instance) { metadata.tags = .set(item.tags) }
        // A server that keeps what was deleted has it still.
        metadata.deletedAt = .clear
        createdAt = instance.member("createdAt")?.wholeNumber.map { Date(milliseconds: $0) }
    }

    private static var dates: [(String, WritableKeyPath<MetadataChanges, DraftChange<Date?>>)] {
        [("publishedAt", \.publishedAt), ("archivedAt", \.archivedAt), ("removedAt", \.removedAt)]
    }
}

/// The tags of an instance.
private struct InstanceTags: Decodable {
    var tags: [Tag]

    init(_ instance: JSONValue) throws {
        self = try JSONDecoder().decode(
            Self.self,
            from: JSONValue.object([.init("tags", instance.member("tags") ?? .array([]))]).data)
    }
}

extension OutboxLedger {
    /// The sides of a conflict.
    struct Versions: Sendable {
        var mine: JSONValue?
        var theirs: JSONValue?
        var original: JSONValue?
    }

    /// The sides of an entry's conflict: mine is the item with the writes up to this one.
    func versions(of entry: OutboxEntry) throws -> Versions {
        guard let id = entry.operation.id else { return Versions() }
        let module = entry.operation.module.name
        let base = try transaction.base(of: id, in: module) ?? OutboxBase(nil)
        let entries = try transaction.entries(of: id, in: module).filter { $0.number <= entry.number }
        return Versions(
            mine: Self.laid(entries, over: base), theirs: base.current, original: base.original)
    }

    /// Puts what settles a conflict in the entry's place, or takes the entry away.
    ///
    /// - Returns: `false` where the entry is no longer in conflict.
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
            // Whoever decided has seen theirs; what they wrote later is not to be decided again.
            for var later in try transaction.entries(of: id, in: module) where later.number > number {
                guard let seen = later.seen, let date = theirs?.lastDate, seen < date else { continue }
                later.seen = date
                try transaction.replace(later)
            }
            try transaction.replace(entry)
        } else {
            try transaction.remove(number)
        }
        try lay(id, in: module)
        return true
    }

    /// Gives an entry up, and with a new item all that was written of it since.
    ///
    /// - Returns: What was given up; empty where the entry is no longer there.
    func discard(_ number: Int64) throws -> [OutboxEntry] {
        guard let entry = try transaction.entry(number) else { return [] }
        let module = entry.operation.module.name
        var discarded = [entry]
        if let id = entry.operation.id {
            let base = try transaction.base(of: id, in: module)
            if base?.current == nil, [.create, .createOrUpdate].contains(entry.operation.kind) {
                let later = try transaction.entries(of: id, in: module).filter { $0.number > number }
                // A later create stands for itself.
                discarded += later.prefix { [.update, .delete].contains($0.operation.kind) }
            }
        }
        for entry in discarded { try transaction.remove(entry.number) }
        if let id = entry.operation.id { try lay(id, in: module) } else { try layAll(of: module) }
        return discarded
    }

    /// Lets a refused entry be sent again as it is.
    func retry(_ number: Int64) throws -> Bool {
        guard var entry = try transaction.entry(number), entry.state == .refused else { return false }
        entry.state = .waiting
        entry.failure = nil
        // It is the writer's word that it is to be carried out, once more if need be.
        entry.isUncertain = false
        try transaction.replace(entry)
        return true
    }
}
