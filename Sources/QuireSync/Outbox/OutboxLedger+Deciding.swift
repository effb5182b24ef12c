import Foundation
import QuireCore
import QuireEngine

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
