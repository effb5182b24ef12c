import Foundation
import QuireCore
import QuireHTTP
import QuireText
import QuireToolbox

/// Processes batch after batch and type after type until its task is cancelled.
struct IndexWorker: Sendable {
    private let index: String
    private let claim: IndexClaim
    private let journal: any IndexJournal
    private let settings: IndexSettings
    private let clock: TransportClock
    private let signal: AsyncSignal
    private let waiters: IdleWaiters
    private let progress: Broadcast<IndexProgress>
    private let problems: Broadcast<IndexUpdateError>
    private var runs: [TypeRun]
    private var turns = 0
    /// The start time. Retry times are counted from here, so that changing the system clock does not move them.
    private let start: (instant: ContinuousClock.Instant, date: Date)

    init(
        index: String, claim: IndexClaim, types: [IndexedType], states: [IndexState],
        journal: any IndexJournal,
        settings: IndexSettings, clock: TransportClock, signal: AsyncSignal, waiters: IdleWaiters,
        progress: Broadcast<IndexProgress>, problems: Broadcast<IndexUpdateError>
    ) {
        self.index = index
        self.claim = claim
        self.journal = journal
        self.settings = settings
        self.clock = clock
        self.signal = signal
        self.waiters = waiters
        self.progress = progress
        self.problems = problems
        start = (clock.now(), clock.date())
        runs = types.map { type in
            let state = states.first { $0.type == type.name }
            return TypeRun(type: type, state: state ?? type.begun, size: max(1, settings.batchSize))
        }
    }

    consuming func run() async {
        var worker = self
        while !Task.isCancelled {
            let ticket = worker.waiters.latest
            let wait = await worker.pass()
            guard !Task.isCancelled else { break }
            worker.waiters.finish(ticket)
            await worker.sleep(wait)
        }
        worker.claim.giveUp()
        worker.waiters.close()
    }

    // MARK: - Turns

    /// Works until nothing is due. Returns the time until something is, or `nil` for never.
    private mutating func pass() async -> Duration? {
        for position in runs.indices { runs[position].isIdle = false }
        while !Task.isCancelled, let position = next() {
            turns += 1
            runs[position].lastTurn = turns
            do {
                if try await !step(&runs[position]) {
                    runs[position].isIdle = true
                    runs[position].nextAttempt = try await nextAttempt(runs[position])
                    if runs[position].phase != .idle { report(&runs[position], .idle) }
                }
            } catch is CancellationError where Task.isCancelled {
                return nil
            } catch let IndexingError.lost(type) where type == runs[position].type.name {
                await begin(&runs[position], after: .lost(type: type))
            } catch {
                wait(&runs[position], ids: [], error)
            }
        }
        return runs.compactMap { $0.isIdle ? $0.nextAttempt : $0.notBefore }.min().map {
            max(.zero, $0 - clock.now())
        }
    }

    /// The due type that has waited longest for its turn.
    private func next() -> Int? {
        let now = clock.now()
        return runs.indices
            .filter { !runs[$0].isIdle && (runs[$0].notBefore.map { $0 <= now } ?? true) }
            .min { runs[$0].lastTurn < runs[$1].lastTurn }
    }

    private func nextAttempt(_ run: TypeRun) async throws -> ContinuousClock.Instant? {
        guard let date = try await journal.backlog(of: run.type.name, in: index).nextAttempt else {
            return nil
        }
        return clock.now() + .milliseconds(max(1, date.milliseconds - now.milliseconds))
    }

    private var now: Date { start.date.addingTimeInterval((clock.now() - start.instant).seconds) }

    private func sleep(_ wait: Duration?) async {
        let waits = [wait, settings.pollInterval].compactMap(\.self)
        guard let wait = waits.min() else { return await signal.wait() }
        let timer = Task { [clock, signal] in
            try await clock.sleep(wait)
            signal.send()
        }
        await signal.wait()
        timer.cancel()
    }

    // MARK: - Work

    /// Performs the next step of a type. Returns `false` if there is nothing to do.
    private func step(_ run: inout TypeRun) async throws -> Bool {
        if run.state.phase == .emptying {
            report(&run, .emptying)
            try await run.type.indexer.deleteAll(of: run.type.name)
            run.state.phase = .scanning
            run.state.cursor = nil
            try await journal.saveIndexState(run.state, of: index, failed: [])
            run.succeeded(settings)
            return true
        }
        let changes = try await journal.dueChanges(
            of: run.type.name, in: index, limit: run.size, at: now)
        if !changes.isEmpty { try await carryOut(changes, &run) }
        if run.state.phase == .scanning {
            try await scan(&run)
            return true
        }
        return !changes.isEmpty
    }

    /// Indexes a batch of changes.
    private func carryOut(_ changes: [PendingChange], _ run: inout TypeRun) async throws {
        if run.phase != .changes, run.state.phase == .complete {
            run.begin(.changes, total: try await journal.backlog(of: run.type.name, in: index).count)
        }
        let batch = IndexBatch(
            type: run.type.name, upserts: changes.filter { $0.operation == .upsert }.map(\.id),
            deletes: changes.filter { $0.operation == .delete }.map(\.id))
        let failures: [ObjectIndexError]
        do {
            failures = try await run.type.indexer.index(batch)
        } catch {
            try Task.checkCancellation()
            if case IndexingError.lost = error { throw error }
            // The failure is recorded in the journal as well. A change that was alone waits there and does not delay
            // the others.
            let delay = settings.delay(after: changes[0].attempts + 1)
            let failed = changes.map {
                failedChange($0, IndexingError.reason(error), after: changes.count == 1 ? delay : .zero)
            }
            try await journal.settleChanges(of: run.type.name, in: index, done: [], failed: failed)
            wait(&run, ids: batch.upserts + batch.deletes, error)
            return
        }
        var reasons: [ExactText: String] = [:]
        for failure in failures { reasons[ExactText(failure.id)] = failure.reason }
        var done: [PendingChange] = []
        var failed: [FailedChange] = []
        for change in changes {
            guard let reason = reasons[ExactText(change.id)] else {
                done.append(change)
                continue
            }
            let delay = settings.delay(after: change.attempts + 1)
            failed.append(failedChange(change, reason, after: delay))
            tell(run, ids: [change.id], error: ObjectIndexError(id: change.id, reason: reason), delay: delay)
        }
        try await journal.settleChanges(of: run.type.name, in: index, done: done, failed: failed)
        run.succeeded(settings)
        run.done += done.count
        // If several objects all fail, the cause is not one of them.
        if done.isEmpty, failed.count > 1 { run.notBefore = clock.now() + settings.baseDelay }
        if run.state.phase == .complete { report(&run, .changes) }
    }

    /// Indexes the next page of objects.
    private func scan(_ run: inout TypeRun) async throws {
        if run.phase != .initial {
            run.begin(.initial, total: try await run.type.provider.count(of: run.type.name))
        }
        let page = try await run.type.provider.objects(
            of: run.type.name, after: run.state.cursor, limit: run.size)
        if let cursor = page.cursor, let before = run.state.cursor, cursor.isByteEqual(to: before) {
            throw IndexingError.stuckCursor(type: run.type.name)
        }
        var failures: [ObjectIndexError] = []
        var error: (any Error)?
        if !page.ids.isEmpty {
            do {
                failures = try await run.type.indexer.index(
                    IndexBatch(type: run.type.name, upserts: page.ids, deletes: []))
            } catch let failure {
                try Task.checkCancellation()
                if case IndexingError.lost = failure { throw failure }
                guard page.ids.count == 1 else {
                    wait(&run, ids: page.ids, failure)
                    return
                }
                // The cause is this object. It waits in the journal, and the others continue.
                error = failure
                failures = [ObjectIndexError(id: page.ids[0], reason: IndexingError.reason(failure))]
            }
        }
        let delay = settings.delay(after: 1)
        let failed = failures.map {
            FailedChange(
                id: $0.id, operation: .upsert, sequence: nil, attempts: 1, reason: $0.reason,
                notBefore: now.addingTimeInterval(delay.seconds))
        }
        var state = run.state
        state.cursor = page.cursor
        if page.cursor == nil { state.phase = .complete }
        try await journal.saveIndexState(state, of: index, failed: failed)
        run.state = state
        run.done += page.ids.count - failures.count
        report(&run, .initial)
        if let error {
            wait(&run, ids: page.ids, error)
        } else {
            run.succeeded(settings)
            for failure in failures { tell(run, ids: [failure.id], error: failure, delay: delay) }
        }
    }

    // MARK: - What goes wrong

    /// Restarts a type's initial indexing from the beginning.
    private func begin(_ run: inout TypeRun, after error: IndexingError) async {
        do {
            try await journal.saveIndexState(run.type.begun, of: index, failed: [])
            run.state = run.type.begun
            wait(&run, ids: [], error)
        } catch {
            wait(&run, ids: [], error)
        }
    }

    private func failedChange(
        _ change: PendingChange, _ reason: String, after delay: Duration
    ) -> FailedChange {
        FailedChange(
            id: change.id, operation: change.operation, sequence: change.sequence,
            attempts: change.attempts + 1, reason: reason,
            notBefore: now.addingTimeInterval(delay.seconds))
    }

    /// Delays the type, longer each time, and reduces its batch size.
    private func wait(_ run: inout TypeRun, ids: [String], _ error: any Error) {
        run.failures += 1
        run.size = max(1, run.size / 8)
        let delay = settings.delay(after: run.failures)
        run.notBefore = clock.now() + delay
        tell(run, ids: ids, error: error, delay: delay)
    }

    private func tell(_ run: TypeRun, ids: [String], error: any Error, delay: Duration) {
        problems.send(IndexUpdateError(type: run.type.name, ids: ids, error: error, delay: delay))
    }

    private func report(_ run: inout TypeRun, _ phase: IndexProgress.Phase) {
        if run.phase != phase { run.begin(phase, total: nil) }
        progress.send(
            IndexProgress(
                type: run.type.name, phase: phase, done: run.done, total: run.total.map { max($0, run.done) })
        )
    }
}

/// The state of a type while it is processed.
struct TypeRun: Sendable {
    let type: IndexedType
    var state: IndexState
    /// The size of the next batch.
    var size: Int
    /// The number of consecutive failures.
    var failures = 0
    /// After a failure, the time of the next attempt for the type.
    var notBefore: ContinuousClock.Instant?
    /// If nothing is due, the time when something is.
    var nextAttempt: ContinuousClock.Instant?
    var isIdle = false
    var lastTurn = 0
    var phase: IndexProgress.Phase?
    var done = 0
    var total: Int?

    mutating func succeeded(_ settings: IndexSettings) {
        failures = 0
        notBefore = nil
        size = min(max(1, settings.batchSize), size * 8)
    }

    mutating func begin(_ phase: IndexProgress.Phase, total: Int?) {
        self.phase = phase
        self.total = total
        done = 0
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
