import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireText

extension OutboxLedger {
    // MARK: - The next entry

    /// Acquires the lease, finds the next entry, and marks it as in flight.
    func claim(as owner: String, at now: Date, for length: TimeInterval) throws -> OutboxClaim {
        if let lease = try transaction.lease(), lease.owner != owner,
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
        // The previous sender did not report the result.
        if entry.state == .sending { entry.isUncertain = true }
        entry.state = .sending
        entry.attempts += 1
        let storedBase = try entry.operation.id.flatMap {
            try transaction.base(of: $0, in: entry.operation.module.name)
        }
        let base = storedBase ?? OutboxBase(nil)
        if !entry.isUncertain { entry.sentSeen = entry.seenToSend(base) }
        try transaction.replace(entry)
        return .task(OutboxTask(entry: entry, base: base))
    }

    /// Releases the lease.
    func release(_ owner: String) throws {
        guard try transaction.lease()?.owner == owner else { return }
        try transaction.setLease(nil)
    }

    /// The first entry that is not blocked. An entry that needs a decision blocks the entries that depend on it: later
    /// writes of its item, and if the server does not have the item, the writes that refer to it.
    private func nextNumber() throws -> Int64? {
        var blocked = Blocked()
        var next: Int64?
        try transaction.eachHead { head in
            if try head.state == .conflict || head.state == .refused || blocked.holdsUp(head, transaction) {
                try blocked.add(head, isMissing: head.id.map { try isMissing($0, in: head.module) } ?? false)
                return true
            }
            next = head.number
            return false
        }
        return next
    }

    /// The blocked items and modules.
    private struct Blocked {
        private var modules: Set<String> = []
        private var whole: Set<String> = []
        private var items: Set<OutboxItemKey> = []
        private var missing: Set<OutboxItemKey> = []

        func holdsUp(_ head: OutboxHead, _ transaction: any OutboxTransaction) throws -> Bool {
            if whole.contains(head.module) { return true }
            guard let id = head.id else { return modules.contains(head.module) }
            if items.contains(OutboxItemKey(head.module, id)) { return true }
            guard !missing.isEmpty, let entry = try transaction.entry(head.number) else { return false }
            return !entry.operation.relatedItems.isDisjoint(with: missing)
        }

        mutating func add(_ head: OutboxHead, isMissing: Bool) {
            guard let id = head.id else {
                whole.insert(head.module)
                return
            }
            modules.insert(head.module)
            items.insert(OutboxItemKey(head.module, id))
            if isMissing { missing.insert(OutboxItemKey(head.module, id)) }
        }
    }

    // MARK: - How it ended

    /// Records the result of an attempt.
    ///
    /// - Returns: The updated entry, or `nil` if another sender has taken it over.
    func settle(_ task: OutboxTask, _ verdict: OutboxVerdict) throws -> OutboxEntry? {
        guard var entry = try transaction.entry(task.entry.number), entry.state == .sending,
            entry.attempts == task.entry.attempts
        else { return nil }
        let module = entry.operation.module.name
        switch verdict {
        case .done(let response):
            try transaction.remove(entry.number)
            try finish(entry, response)
            return entry
        case .conflict(let theirs, let failure):
            entry.state = .conflict
            var error = failure ?? WriteError(.conflict, entry.operation, message: Self.deletionMessage)
            error.newer = nil
            error.extra = nil
            entry.failure = error
            entry.lastError = nil
            try move(entry, theirs)
        case .refused(let failure):
            entry.state = .refused
            var error = failure
            error.newer = nil
            error.extra = nil
            error.message = OutboxErrorText.withoutSecrets(error.message)
            entry.failure = error
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

    static let deletionMessage = "the item was deleted on the server"

    private func move(_ entry: OutboxEntry, _ theirs: JSONValue?) throws {
        guard let id = entry.operation.id else { return }
        try moveBase(of: id, in: entry.operation.module.name, to: theirs, isOwn: false)
    }

    /// Makes an item that the server soft-deleted writable again.
    private func bringBack(_ entry: OutboxEntry) throws {
        let module = entry.operation.module.name
        guard let id = entry.operation.id, var base = try transaction.base(of: id, in: module),
            base.isGone, base.instance?.isDeleted == true
        else { return }
        base.isGone = false
        try transaction.setBase(base, of: id, in: module)
    }

    /// Adopts the server's current state.
    private func finish(_ entry: OutboxEntry, _ response: OutboxResponse) throws {
        let module = entry.operation.module.name
        guard let id = entry.operation.id else {
            // The module is empty on the server.
            for id in try transaction.baseIDs(of: module) {
                try moveBase(of: id, in: module, to: nil, isOwn: true)
                try transaction.noteConfirmed(id, in: module)
            }
            return try layAll(of: module)
        }
        if response.instance != nil, try isMissing(id, in: module) {
            try sendAgain(dependentsOf: id, in: module, createdBy: entry.number)
        }
        try moveBase(of: id, in: module, to: response.instance, isOwn: response.isOurs)
        try transaction.noteConfirmed(id, in: module)
        // A new item had this device's date. If others changed the item in between, no server date corresponds to it,
        // because writes based on it have not seen the current version.
        let now = response.isOurs ? response.date : entry.sentSeen == nil ? 0 : nil
        if let now {
            let isDelete = entry.operation.kind == .delete
            let seen = isDelete ? now : entry.sentSeen ?? entry.createdDate
            try transaction.noteSent(id, in: module, seen: seen, now: now)
            for var later in try transaction.entries(of: id, in: module) where !isDelete {
                // The write is based on the server's current version, because our own write is not a conflict.
                guard let date = later.seen, date >= seen else { continue }
                later.seen = now
                try transaction.replace(later)
            }
        }
        try lay(id, in: module)
    }
}

extension OutboxEntry {
    /// The version date to send, or `nil` to create the item, or to write unconditionally.
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

    /// The last modification of the instance, in milliseconds.
    var lastDate: Int64? { member("updatedAt")?.wholeNumber ?? member("createdAt")?.wholeNumber }
}

/// The stored text of an error: enough for people to act on, without credentials.
enum OutboxErrorText {
    static func text(of error: any Error) -> String {
        switch error {
        case let error as any DeliveryError: error.storedText
        case let error as TransportError: withoutSecrets(error.description)
        case let error as WriteError: withoutSecrets(error.message)
        case is CancellationError: "it was cancelled"
        default: "an error of the type \(type(of: error))"
        }
    }

    /// Removes the text after words like `Bearer` or `token`.
    static func withoutSecrets(_ text: String) -> String {
        let pattern =
            /(?i)\b(bearer|basic|token|access_token|refresh_token|secret|client_secret|password|api_key)\b(["']?\s*[:=]\s*["']?|\s+)[^\s"',;&]+/
        return String(text.replacing(pattern) { "\($0.1)\($0.2)…" }.prefix(2000))
    }
}
