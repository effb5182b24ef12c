import Foundation
import QuireCore
import QuireEngine
import QuireText

extension OutboxLedger {
    // MARK: - Whose turn it is

    /// Takes the right to send, finds the next entry, and notes that it is on its way.
    func claim(as owner: String, at now: Date, for length: TimeInterval) throws -> OutboxClaim {
        if let lease = try transaction.lease(), !lease.owner.isSpelled(as: owner),
            lease.isHeld(at: now, length: length)
        {
            return .taken(until: lease.until)
        }
        guard let number = try nextNumber(), var entry = try transaction.entry(number) else {
            try transaction.setLease(nil)
            return .nothing
        }
        try transaction.setLease(
            OutboxLease(
                owner: owner, process: Int64(ProcessInfo.processInfo.processIdentifier),
                until: now.addingTimeInterval(length)))
        // Whoever sent it before did not come back to say how it ended.
        if entry.state == .sending { entry.isUncertain = true }
        entry.state = .sending
        entry.attempts += 1
        let known = try entry.operation.id.flatMap {
            try transaction.base(of: $0, in: entry.operation.module.name)
        }
        let base = known ?? OutboxBase(nil)
        if !entry.isUncertain { entry.sentSeen = entry.seenToSend(base) }
        try transaction.replace(entry)
        return .task(OutboxTask(entry: entry, base: base))
    }

    /// Gives the right to send back.
    func release(_ owner: String) throws {
        guard try transaction.lease()?.owner.isSpelled(as: owner) == true else { return }
        try transaction.setLease(nil)
    }

    /// The first entry that waits for no other: one that waits for its writer holds up those that depend on it.
    private func nextNumber() throws -> Int64? {
        var blocked = Blocked()
        var next: Int64?
        try transaction.eachHead { head in
            if head.state == .conflict || head.state == .refused || blocked.holdsUp(head) {
                blocked.add(head)
                return true
            }
            next = head.number
            return false
        }
        return next
    }

    /// What is held up, by the bytes of names.
    private struct Blocked {
        private var ids: [[UInt8]: Set<[UInt8]>] = [:]
        private var whole: Set<[UInt8]> = []

        func holdsUp(_ head: OutboxHead) -> Bool {
            let module = Array(head.module.utf8)
            if whole.contains(module) { return true }
            guard let id = head.id else { return ids[module] != nil }
            return ids[module]?.contains(Array(id.utf8)) ?? false
        }

        mutating func add(_ head: OutboxHead) {
            let module = Array(head.module.utf8)
            if let id = head.id {
                ids[module, default: []].insert(Array(id.utf8))
            } else {
                whole.insert(module)
            }
        }
    }

    // MARK: - How it ended

    /// Writes down what an attempt came to.
    ///
    /// - Returns: The entry as it is then, or was; `nil` where another sender has taken it over meanwhile.
    func settle(_ task: OutboxTask, _ verdict: OutboxVerdict) throws -> OutboxEntry? {
        guard var entry = try transaction.entry(task.entry.number), entry.state == .sending,
            entry.attempts == task.entry.attempts
        else { return nil }
        let module = entry.operation.module.name
        switch verdict {
        case .done(let answer):
            try transaction.remove(entry.number)
            try finish(entry, answer)
            return entry
        case .conflict(let theirs, let failure):
            entry.state = .conflict
            var found = failure ?? WriteFailure(.conflict, entry.operation, message: Self.gone)
            found.newer = nil
            found.extra = nil
            entry.failure = found
            entry.lastError = nil
            try move(entry, theirs)
        case .refused(let failure):
            entry.state = .refused
            var kept = failure
            kept.newer = nil
            kept.extra = nil
            kept.message = OutboxErrorText.withoutSecrets(kept.message)
            entry.failure = kept
            entry.lastError = nil
        case .again(let theirs):
            entry.state = .waiting
            try move(entry, theirs)
            try bringBack(entry)
        case .later(let error, let isUncertain):
            entry.state = .waiting
            entry.isUncertain = entry.isUncertain || isUncertain
            entry.lastError = OutboxErrorText.text(of: error)
        }
        try transaction.replace(entry)
        if let id = entry.operation.id { try lay(id, in: module) }
        return entry
    }

    static let gone = "the item was deleted on the server"

    private func move(_ entry: OutboxEntry, _ theirs: JSONValue?) throws {
        guard let id = entry.operation.id else { return }
        try moveBase(of: id, in: entry.operation.module.name, to: theirs, isOwn: false)
    }

    /// Makes an item that the server keeps although it was deleted one that can be written over.
    private func bringBack(_ entry: OutboxEntry) throws {
        let module = entry.operation.module.name
        guard let id = entry.operation.id, var base = try transaction.base(of: id, in: module),
            base.isGone, base.instance?.isDeleted == true
        else { return }
        base.isGone = false
        try transaction.setBase(base, of: id, in: module)
    }

    /// Takes over what the server has now.
    private func finish(_ entry: OutboxEntry, _ answer: OutboxAnswer) throws {
        let module = entry.operation.module.name
        guard let id = entry.operation.id else {
            // The module is empty on the server.
            for id in try transaction.baseIDs(of: module) {
                try moveBase(of: id, in: module, to: nil, isOwn: true)
            }
            return try layAll(of: module)
        }
        try moveBase(of: id, in: module, to: answer.instance, isOwn: answer.isOurs)
        // A new item's date was this machine's. Where others came between, none of the server's stands for it: what was
        // built on it has seen nothing that is there now.
        let now = answer.isOurs ? answer.date : entry.sentSeen == nil ? 0 : nil
        if let now {
            let isDelete = entry.operation.kind == .delete
            let seen = isDelete ? now : entry.sentSeen ?? entry.createdDate
            try transaction.noteSent(id, in: module, seen: seen, now: now)
            for var later in try transaction.entries(of: id, in: module) where !isDelete {
                // Built on what is now on the server: our own write is no conflict.
                guard let date = later.seen, date >= seen else { continue }
                later.seen = now
                try transaction.replace(later)
            }
        }
        try lay(id, in: module)
    }
}

extension OutboxEntry {
    /// The date of the state that an attempt names; `nil` where it is to create the item, or asks for none.
    fileprivate func seenToSend(_ base: OutboxBase) -> Int64? {
        switch operation.kind {
        case .truncate, .create, .delete: nil
        case .createOrUpdate where base.current == nil: nil
        case .update, .createOrUpdate: seen ?? base.current?.lastDate ?? 0
        }
    }
}

extension JSONValue {
    /// Whether the instance is marked as deleted.
    var isDeleted: Bool { member("deletedAt")?.wholeNumber != nil }

    /// When the instance was changed last, in milliseconds.
    var lastDate: Int64? { member("updatedAt")?.wholeNumber ?? member("createdAt")?.wholeNumber }
}
