import Foundation
import QuireHTTP
import QuireText
import QuireToolbox

/// Feeds an index that lives elsewhere from changes, and keeps what it has not been told yet through restarts.
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
/// Starting resumes what is pending and indexes all objects of a type where that was never done, or where the objects
/// or their items look otherwise than last time. One batch of one type is on its way at a time; it is removed from the
/// journal after the index has taken it, never before. What fails is tried again, and holds up no other type.
///
/// An index has one monitor: two processes must not feed the same one at the same time.
public actor IndexMonitor {
    /// Of the index, in the journal.
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
    private let problems = Broadcast<IndexProblem>(kept: 100)

    /// - Parameters:
    ///   - journal: Where changes are kept; for a store's own changes, that store.
    ///   - name: Of the index: another name starts from nothing.
    ///   - settings: The batch size, the delays before retries, and how often to poll.
    ///   - clock: Measures the pauses; a test passes its own.
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

    /// Adds a source of changes, and what indexes them. It counts from the next start on.
    ///
    /// A type that the indexer does not take goes to the first indexer added that does.
    public func add(_ indexer: any Indexer, changesFrom provider: any ChangeProvider) {
        sources.append(IndexSource(indexer: indexer, provider: provider))
    }

    // MARK: - Start and stop

    /// Begins to work, with what is pending and with initial indexing where that is due. Started twice is started once.
    ///
    /// - Throws: ``IndexingError`` where a type has no indexer or two providers, or where another monitor of this process
    ///   feeds the index; the journal's and providers' errors.
    public func start() async throws {
        try await inTurn { try await self.startNow() }
    }

    /// Stops after the batch under way was cancelled; what is not done stays in the journal.
    public func stop() async {
        try? await inTurn { await self.stopNow() }
    }

    /// Whether it works.
    public var isRunning: Bool { worker != nil }

    /// Empties the index and forgets all that is pending. It is stopped then; another start indexes all objects.
    ///
    /// - Throws: The indexer's errors. The index counts as empty already then: do it again, or start.
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

    /// Has all objects of a type indexed anew, or of all types; they are when it is started, or at once.
    ///
    /// When it returns, that is in the journal and survives a killed process.
    public func reindexAll(of type: String? = nil) async throws {
        try await inTurn {
            let wasRunning = await self.worker != nil
            await self.stopNow()
            try await self.restart(try await self.types().filter { type?.isSpelled(as: $0.name) ?? true })
            if wasRunning { try await self.startNow() }
        }
    }

    /// Has some objects indexed anew; those that are not there any more are removed from the index.
    ///
    /// When it returns, that is in the journal and survives a killed process.
    public func reindex(_ ids: [String], of type: String) async throws {
        try await journal.report(ids.map { .update($0) }, of: type, to: name)
        signal.send()
    }

    /// Looks for changes now: after another process has written, or when an app comes back from the background.
    public nonisolated func wake() { signal.send() }

    /// Waits until all that was pending when it was called has been tried; returns at once where it does not run, and
    /// when the task is cancelled.
    public func waitUntilIdle() async { await waiters.wait(waking: signal) }

    // MARK: - What happens

    /// How far it is, after each batch; the latest first. Any number may listen.
    public nonisolated var progress: AsyncStream<IndexProgress> { progressEvents.stream }

    /// What goes wrong, and what has gone wrong lately: the last hundred.
    public nonisolated var errors: AsyncStream<IndexProblem> { problems.stream }

    /// What waits, type by type, with the reasons of what failed.
    public func backlogs() async throws -> [(type: String, backlog: IndexBacklog)] {
        var backlogs: [(String, IndexBacklog)] = []
        for type in sources.flatMap(\.provider.types) {
            backlogs.append((type, try await journal.backlog(of: type, in: name)))
        }
        return backlogs
    }

    // MARK: - One after the other

    /// Runs one start or stop after the other: an actor lets others in wherever it waits.
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
                states.removeAll { $0.type.isSpelled(as: type.name) }
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
                guard !types.contains(where: { $0.name.isSpelled(as: name) }) else {
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

/// A type with all that indexing it takes.
struct IndexedType: Sendable {
    let name: String
    let generation: String
    let indexer: any Indexer
    let provider: any ChangeProvider

    /// The state in which its initial indexing begins.
    var begun: IndexState {
        IndexState(
            type: name, generation: generation, phase: indexer.emptiesFirst ? .emptying : .scanning)
    }
}

extension IndexState {
    fileprivate func isOf(_ type: String, _ generation: String) -> Bool {
        self.type.isSpelled(as: type) && self.generation.isSpelled(as: generation)
    }
}
