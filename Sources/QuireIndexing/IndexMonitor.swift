import Foundation
import QuireHTTP
import QuireText
import QuireToolbox

/// Feeds an external index with changes and stores pending changes across restarts.
///
/// ```swift
/// let monitor = IndexMonitor(journal: store, name: "cluster")
/// await monitor.add(
///     EngineIndexer(from: store, into: cluster, modules: Books.self, Authors.self),
///     changesFrom: store.changes(of: Books.self, Authors.self))
/// try await monitor.start()
///
/// for await progress in monitor.progress { print(progress.type, progress.done, progress.total ?? 0) }
/// ```
/// Starting resumes pending work. All objects of a type are indexed if that never happened, or if the shape of the
/// objects or items has changed. One batch of one type runs at a time. It is removed from the journal after the index
/// has accepted it, never before. Failures are retried and do not delay other types.
///
/// An index has one monitor. Two processes must not feed the same index at the same time.
public actor IndexMonitor {
    /// The index's name in the journal.
    public nonisolated let name: String
    public nonisolated let settings: IndexSettings
    private let journal: any IndexJournal
    private let clock: TransportClock
    private var sources: [IndexSource] = []
    private var worker: Task<Void, Never>?
    private var lastTurn: Task<Void, Never>?
    private let signal = AsyncSignal()
    private let waiters = IdleWaiters()
    private let progressEvents = Broadcast<IndexProgress>(kept: 64)
    private let problems = Broadcast<IndexUpdateError>(kept: 100)

    /// - Parameters:
    ///   - journal: The journal that stores the changes. For a store's own changes, pass that store.
    ///   - name: The name of the index. A new name starts with an empty index state.
    ///   - settings: The batch size, the delays before retries, and how often to poll.
    ///   - clock: Measures the pauses. Tests pass their own.
    public init(
        journal: any IndexJournal, name: String, settings: IndexSettings = IndexSettings(),
        clock: TransportClock = .system
    ) {
        self.journal = journal
        self.name = name
        self.settings = settings
        self.clock = clock
    }

    deinit { worker?.cancel() }

    /// Adds a source of changes and the indexer for it. It takes effect at the next start.
    ///
    /// A type that this indexer does not accept goes to the first added indexer that does.
    public func add(_ indexer: any Indexer, changesFrom provider: any ChangeProvider) {
        sources.append(IndexSource(indexer: indexer, provider: provider))
    }

    // MARK: - Start and stop

    /// Starts with pending changes, and with initial indexing where it is due. Does nothing if already started.
    ///
    /// - Throws: ``IndexingError`` if a type has no indexer or two providers, or if another monitor of this process
    ///   feeds the index; the journal's and providers' errors.
    public func start() async throws {
        try await inTurn { try await self.startNow() }
    }

    /// Stops after cancelling the current batch. Unfinished changes stay in the journal.
    public func stop() async {
        try? await inTurn { await self.stopNow() }
    }

    /// Whether the monitor is running.
    public var isRunning: Bool { worker != nil }

    /// Empties the index, drops all pending changes and stops. The next start indexes all objects.
    ///
    /// - Throws: The indexer's errors. The index then counts as empty. Call the method again, or start.
    public func deleteAll() async throws {
        try await inTurn {
            await self.stopNow()
            let types = try await self.types()
            try await self.restart(types)
            for type in types { try await type.indexer.deleteAll(of: type.name) }
            try await self.journal.removeIndex(self.name)
        }
    }

    // MARK: - Asking for more

    /// Reindexes all objects of a type, or of all types, now or at the next start.
    ///
    /// When it returns, the request is in the journal and survives a crash.
    public func reindexAll(of type: String? = nil) async throws {
        try await inTurn {
            let wasRunning = await self.worker != nil
            await self.stopNow()
            try await self.restart(try await self.types().filter { type == nil || type == $0.name })
            if wasRunning { try await self.startNow() }
        }
    }

    /// Reindexes some objects. Objects that no longer exist are removed from the index.
    ///
    /// When it returns, the request is in the journal and survives a crash.
    public func reindex(_ ids: [String], of type: String) async throws {
        try await journal.report(ids.map { .update($0) }, of: type, to: name)
        signal.send()
    }

    /// Checks for changes now, for example after another process has written, or when the app becomes active.
    public nonisolated func wake() { signal.send() }

    /// Waits until everything that is pending now has been tried. Returns at once if the monitor is not running, and
    /// when the task is cancelled.
    public func waitUntilIdle() async { await waiters.wait(waking: signal) }

    // MARK: - What happens

    /// The progress after each batch, starting with the latest. Any number of tasks may iterate over it.
    public nonisolated var progress: AsyncStream<IndexProgress> { progressEvents.stream }

    /// Errors as they occur, preceded by the last hundred.
    public nonisolated var errors: AsyncStream<IndexUpdateError> { problems.stream }

    /// What waits, type by type, with the reasons of what failed.
    public func backlogs() async throws -> [(type: String, backlog: IndexBacklog)] {
        var backlogs: [(String, IndexBacklog)] = []
        for type in sources.flatMap(\.provider.types) {
            backlogs.append((type, try await journal.backlog(of: type, in: name)))
        }
        return backlogs
    }

    // MARK: - One after the other

    /// Runs one start or stop after the other, because an actor is reentrant.
    private func inTurn(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let last = lastTurn
        let turn = Task {
            await last?.value
            try await body()
        }
        lastTurn = Task { _ = await turn.result }
        try await withTaskCancellationHandler {
            try await turn.value
        } onCancel: {
            turn.cancel()
        }
    }

    private func startNow() async throws {
        guard worker == nil else { return }
        let claim = try IndexClaim(name, of: journal)
        let types = try await types()
        try await journal.openIndex(name, types: types.map(\.name))
        let reporter = ChangeReporter(index: name, journal: journal) { [signal] in signal.send() }
        do {
            for source in sources { try await source.provider.start(reporter) }
            // Whatever changes from now on is in the journal.
            var states = try await journal.indexStates(of: name)
            for type in types where !states.contains(where: { $0.isOf(type.name, type.generation) }) {
                let state = type.begun
                try await journal.saveIndexState(state, of: name, failed: [])
                states.removeAll { $0.type == type.name }
                states.append(state)
            }
            let worker = IndexWorker(
                index: name, claim: claim, types: types, states: states, journal: journal, settings: settings,
                clock: clock,
                signal: signal, waiters: waiters, progress: progressEvents, problems: problems)
            waiters.open()
            self.worker = Task { await worker.run() }
        } catch {
            for source in sources { await source.provider.stop() }
            throw error
        }
    }

    private func stopNow() async {
        guard let worker else { return }
        worker.cancel()
        await worker.value
        self.worker = nil
        for source in sources { await source.provider.stop() }
    }

    /// Has the types begin from nothing at the next start.
    private func restart(_ types: [IndexedType]) async throws {
        for type in types {
            var state = type.begun
            state.generation = ""
            try await journal.saveIndexState(state, of: name, failed: [])
        }
    }

    /// The types, each with its one provider and its indexer.
    private func types() async throws -> [IndexedType] {
        var types: [IndexedType] = []
        for source in sources {
            for name in source.provider.types {
                guard !types.contains(where: { $0.name == name }) else {
                    throw IndexingError.twoProviders(type: name)
                }
                let indexers = [source.indexer] + sources.map(\.indexer)
                guard let indexer = indexers.first(where: { $0.indexes(name) }) else {
                    throw IndexingError.noIndexer(type: name)
                }
                let generation = IdentifierFormatter(prefix: "1").identifier(for: [
                    source.provider.signature(of: name), try await indexer.generation(of: name),
                ])
                types.append(
                    IndexedType(
                        name: name, generation: generation, indexer: indexer, provider: source.provider))
            }
        }
        return types
    }
}

/// A provider and the indexer that was added with it.
struct IndexSource: Sendable {
    let indexer: any Indexer
    let provider: any ChangeProvider
}

/// A type with everything that is needed to index it.
struct IndexedType: Sendable {
    let name: String
    let generation: String
    let indexer: any Indexer
    let provider: any ChangeProvider

    /// The initial state of its initial indexing.
    var begun: IndexState {
        IndexState(
            type: name, generation: generation, phase: indexer.emptiesFirst ? .emptying : .scanning)
    }
}

extension IndexState {
    fileprivate func isOf(_ type: String, _ generation: String) -> Bool {
        self.type == type && self.generation == generation
    }
}

/// The settings of an index monitor.
public struct IndexSettings: Sendable, Hashable {
    /// The maximum number of objects in a batch. While batches of a type fail, they get smaller, down to one object, so
    /// that an object that breaks its batch is isolated and does not delay the others.
    public var batchSize: Int
    /// The delay after the first failure. It doubles with each failure and includes jitter.
    public var baseDelay: Duration
    public var maximumDelay: Duration
    /// How often to check for changes journaled by other processes. Changes of this process are indexed at once. `nil`
    /// never checks.
    public var pollInterval: Duration?

    public init(
        batchSize: Int = 500, baseDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300),
        pollInterval: Duration? = .seconds(30)
    ) {
        self.batchSize = batchSize
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.pollInterval = pollInterval
    }

    /// The delay after a number of consecutive failures.
    func delay(after failures: Int) -> Duration {
        RetryPolicy(baseDelay: baseDelay, maximumDelay: maximumDelay)
            .delay(afterAttempts: failures, jitter: .random(in: 0..<1))
    }
}
