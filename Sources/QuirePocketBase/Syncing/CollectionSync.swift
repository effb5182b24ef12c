import Foundation
import QuireCore
import QuireRemote
import QuireSync
import QuireToolbox

/// One sync of a collection: reads what may have changed, finds what is gone, and confirms the token before it says so.
///
/// | step | requests | when |
/// |---|---|---|
/// | changes | `updated >= …`, or the journal and the ids in it | always |
/// | everything | all records by id, after those that an interrupted sync has read | the first time, for another user, and without dates |
/// | count | `perPage=1` | after a reconnect |
/// | comparison | `fields=id,updated` of all records by id | hourly, on demand, if the count differs, or if a known record is missing, and after an interruption |
/// | confirmation | the missing records by id, then `auth-refresh` | before anything is deleted, and before the position moves |
struct CollectionSync: Sendable {
    let reader: CollectionReader
    let request: ChangeRequest
    let stored: StoredItems
    let settings: PocketBaseSettings
    let now: @Sendable () -> Date

    private var layout: CollectionLayout { reader.layout }
    private var access: ListAccess { reader.access }
    private var overlap: Int64 { settings.syncs.overlap.milliseconds }

    /// - Throws: ``RejectedAccess`` if the server does not accept the token; the errors of the requests.
    func run() async throws -> ChangeSet {
        let storedPosition = try knownPosition()
        if let ids = request.ids, storedPosition?.reader == access.reader { return try await run(ids) }
        var run = Reading(local: request.from == nil ? [:] : nil)
        guard let storedPosition, storedPosition.reader == access.reader,
            storedPosition.high != nil || storedPosition.entry != nil
        else {
            run.entry = try await journal?.last()
            try await readAll(&run)
            return try await changes(run, SyncPosition(reader: access.reader))
        }
        var isComplete = false
        if let journal {
            isComplete = try await readJournal(journal, since: storedPosition, &run)
            if !isComplete { run.entry = try await journal.last() }
        } else {
            isComplete = try await readChanges(storedPosition, &run)
        }
        if try await comparesAll(storedPosition, isComplete: isComplete, &run) {
            // Without dates, the records themselves are compared.
            if storedPosition.high == nil { try await readAll(&run) } else { try await compareAll(&run) }
        }
        return try await changes(run, storedPosition)
    }

    private var journal: Journal? {
        settings.syncs.usesJournal ? Journal(connection: reader.connection, access: access) : nil
    }

    /// The stored position.
    ///
    /// - Throws: ``PocketBaseSyncError`` if a guest would replace what a user has read.
    private func knownPosition() throws -> SyncPosition? {
        guard let from = request.from else { return nil }
        guard let checkpoint = request.checkpoint else {
            // Content that came with the app: it is complete up to its date, and is compared once.
            var position = SyncPosition(reader: access.reader)
            position.high = from.milliseconds
            return position
        }
        let position = SyncPosition(checkpoint)
        if let position, !position.reader.isEmpty, access.header == nil {
            throw PocketBaseSyncError(.guest, request.module)
        }
        return position
    }

    // MARK: - Reading

    /// What a sync has read so far.
    private struct Reading {
        private(set) var records: [SyncedRecord] = []
        private var positions: [String: Int] = [:]
        /// The stored versions. `nil` until they are needed.
        var local: [String: Int64]?
        /// The ids that may be gone.
        var candidates: Set<String> = []
        /// The date up to which everything was read that was visible then. `nil` if nothing was read by dates.
        var reached: Int64?
        /// Whether that was one request, so that it saw one state.
        var isOneState = true
        /// The number of records, if everything is read.
        var total: Int?
        /// The server's time at the first response.
        var date: Date?
        var hasCompared = false
        var isEverything = false
        var entry: JournalEntry.Position?

        init(local: [String: Int64]?) { self.local = local }

        mutating func add(_ record: SyncedRecord) {
            if let position = positions[record.id] {
                records[position] = record
            } else {
                positions[record.id] = records.count
                records.append(record)
            }
        }

        mutating func add(_ page: CollectionReader.Page) {
            date = date ?? page.date
            for record in page.records { add(record) }
        }

        func has(_ id: String) -> Bool { positions[id] != nil }

        /// Leaves out a record that was read, and is gone.
        mutating func remove(_ id: String) {
            if let position = positions[id] { records[position].instance = nil }
        }
    }

    /// Reads the records since the position. Returns whether all known records of that time were among them.
    private func readChanges(_ known: SyncPosition, _ run: inout Reading) async throws -> Bool {
        guard let start = known.start(overlap: overlap) else { return false }
        try await readChanges(since: start, &run)
        let local = try await stored.versions(since: Date(milliseconds: start))
        return local.keys.allSatisfy { run.has($0) }
    }

    private func readChanges(since start: Int64, _ run: inout Reading) async throws {
        try await timed(&run) { run, note in
            try await reader.since(start) { page in
                note(page)
                run.add(page)
                report(run)
            }
        }
    }

    /// Reads the records that the journal names. Returns whether the journal has the position.
    private func readJournal(
        _ journal: Journal, since known: SyncPosition, _ run: inout Reading
    ) async throws -> Bool {
        guard let entry = known.entry,
            let changes = try await journal.changes(in: layout.name, since: entry)
        else { return false }
        run.entry = changes.position
        for record in try await reader.records(changes.ids.sorted()) { run.add(record) }
        run.candidates = changes.ids.filter { !run.has($0) }
        return true
    }

    /// Reads all records, then what has changed meanwhile.
    private func readAll(_ run: inout Reading) async throws {
        let draft = ReadingDraft(stored: stored, origin: origin)
        let earlier = run.records.isEmpty ? try await draft.records() : []
        for record in earlier { run.add(record) }
        try await timed(&run, after: earlier) { run, note in
            try await reader.all(.all, after: earlier.last?.id) { page, total in
                note(page)
                run.add(page)
                run.total = total.map { $0 + earlier.count }
                if !page.isLast { try await draft.append(page.records) }
                report(run)
            }
        }
        // What was read before the interruption may have changed or gone since.
        if !earlier.isEmpty { try await compareAll(&run) }
        if !run.isOneState {
            if let reached = run.reached { try await readChanges(since: reached - overlap, &run) }
            let missingCount = run.candidates.filter { run.has($0) }.count
            if try await reader.count() != run.records.count - missingCount { try await compareAll(&run) }
        }
        let local = try await local(&run)
        run.candidates.formUnion(local.keys.filter { !run.has($0) })
        run.hasCompared = true
        run.isEverything = true
    }

    /// Identifies what is read.
    private var origin: String {
        let parts = [
            reader.connection.baseURL.absoluteString, access.reader, layout.module.module.signature,
            request.locale ?? "", "\(settings.locales)", layout.columns(for: nil).joined(separator: ","),
        ]
        return SHA256.hexadecimal(of: parts.joined(separator: "\n"))
    }

    private func comparesAll(
        _ known: SyncPosition, isComplete: Bool, _ run: inout Reading
    ) async throws -> Bool {
        if !isComplete || request.comparison == .all { return true }
        let now = now().milliseconds
        let due = known.comparedAt + settings.syncs.comparison.milliseconds
        if now >= due || now < known.comparedAt { return true }
        // The server's clock was set back, or was ahead, so changes may be dated before what is known.
        if let high = known.high, latest(run) < high { return true }
        guard request.comparison == .count, !settings.syncs.usesJournal else { return false }
        // All new records were read, so an equal number means that no stored one is gone.
        let local = try await local(&run)
        let new = run.records.filter { local[$0.id] == nil }.count
        return try await reader.count() != local.count + new
    }

    /// Compares the dates of all records, reads those that differ, and finds those that may be gone.
    private func compareAll(_ run: inout Reading) async throws {
        var listed: [String: Int64] = [:]
        try await reader.all(.versions) { page, _ in
            run.date = run.date ?? page.date
            for record in page.records { listed[record.id] = record.updated }
        }
        var localVersions = try await local(&run)
        for record in run.records { localVersions[record.id] = record.updated }
        let different = listed.filter { localVersions[$0.key] != $0.value }.keys
        for record in try await reader.records(different.sorted()) { run.add(record) }
        run.candidates.formUnion(localVersions.keys.filter { listed[$0] == nil })
        run.hasCompared = true
    }

    /// The latest date that a record can have: the time by the server's clock, or by this device's if the server does not
    /// send it.
    private func latest(_ run: Reading) -> Int64 {
        (run.date ?? now()).milliseconds + overlap
    }

    private func local(_ run: inout Reading) async throws -> [String: Int64] {
        if let local = run.local { return local }
        let local = try await stored.versions()
        run.local = local
        return local
    }

    private func report(_ run: Reading) {
        stored.report(run.records.count, of: run.total.map { max($0, run.records.count) })
    }

    /// Runs a reading, and notes the date that it has reached. What was committed while it needed several requests, and
    /// dated before, may have been missed.
    ///
    /// - Parameter earlier: What an interrupted sync has read, before this one began.
    private func timed(
        _ run: inout Reading, after earlier: [SyncedRecord] = [],
        _ read: (inout Reading, _ note: (CollectionReader.Page) -> Void) async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        var newest = earlier.map(\.updated).max()
        var pages = earlier.isEmpty ? 0 : 1
        try await read(&run) { page in
            pages += 1
            for record in page.records where record.updated > 0 {
                newest = max(newest ?? .min, record.updated)
            }
        }
        run.isOneState = pages <= 1
        let duration = pages > 1 ? (ContinuousClock.now - start).milliseconds : 0
        if let newest {
            // A date in the future says nothing about what was read.
            let read = newest > latest(run) ? latest(run) - overlap : newest
            run.reached = max(run.reached ?? .min, read - duration)
        }
    }

    // MARK: - What came of it

    private func changes(_ run: Reading, _ known: SyncPosition) async throws -> ChangeSet {
        var run = run
        let deleted = try await confirmed(&run)
        var position = known
        position.move(
            to: run.reached, isOneState: run.isOneState, now: now().milliseconds, overlap: overlap)
        if let high = position.high, latest(run) < high {
            // The server's clock was set back. What it dates from now on is read from here.
            position.high = latest(run) - overlap
            position.isSettled = false
        }
        position.entry = run.entry
        if run.hasCompared { position.comparedAt = now().milliseconds }
        // Before the position moves, and before everything counts as everything.
        if run.isEverything || !deleted.isEmpty || position.high != known.high
            || position.entry != known.entry
        {
            try await access.confirm()
        }
        let mark = max(run.date?.milliseconds ?? .min, position.high ?? .min, request.from?.milliseconds ?? 0)
        var changes = changeSet(run, deleted, mark: mark)
        changes.checkpoint = position.text
        return changes
    }

    /// The changes of some items, without a position.
    private func run(_ ids: Set<String>) async throws -> ChangeSet {
        var run = Reading(local: nil)
        for record in try await reader.records(ids.sorted()) { run.add(record) }
        let missing = ids.filter { !run.has($0) }
        if !missing.isEmpty { try await access.confirm() }
        let newest = run.records.map(\.updated).max()
        return changeSet(run, missing, mark: max(newest ?? 0, request.from?.milliseconds ?? 0))
    }

    private func changeSet(_ run: Reading, _ deleted: Set<String>, mark: Int64) -> ChangeSet {
        var changes = ChangeSet(timestamp: Date(milliseconds: mark))
        changes.mayRepeat = true
        changes.created = run.records.compactMap { record in
            record.instance.map { ChangedInstance(json: $0.data, id: record.id) }
        }
        changes.deleted = deleted.sorted()
        return changes
    }

    /// The candidates that the server does not have. Those that it has after all are read.
    private func confirmed(_ run: inout Reading) async throws -> Set<String> {
        guard !run.candidates.isEmpty else { return [] }
        let records = try await reader.records(run.candidates.sorted())
        for record in records { run.add(record) }
        let deletedIDs = run.candidates.subtracting(records.map(\.id))
        for id in deletedIDs { run.remove(id) }
        return deletedIDs
    }
}

extension Duration {
    /// The whole milliseconds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).partialValue + attoseconds
            / 1_000_000_000_000_000
    }
}
