import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireText
import QuireToolbox

/// Stores writes until the network is available, together with their local effects, and sends each once, in order.
///
/// ```swift
/// let outbox = try await halo.outbox(in: store)
/// let content = ContentClient(engine: outbox.engine)
/// try await content.create(draft)                 // works with no network, and is seen at once
/// outbox.start()                                  // sends now, after each write, and when there may be a network again
/// for await event in outbox.events {
///     if case .conflict(let entry, let mine, let theirs) = event { … }
/// }
/// ```
/// A write is stored in the same transaction as its local effect, and leaves the outbox only when the server has
/// confirmed it. It is sent with an id created on the device and with the version that it is based on. If a response is
/// lost, the outbox can therefore tell whether the write arrived, and does not apply it twice. Writes of one item keep
/// their order. An item in conflict does not delay other items,
/// except those that refer to it while the server does not have it.
public final class Outbox: Sendable {
    /// An engine that reads from the store, and writes to the store and the outbox.
    public let engine: OutboxEngine
    let store: any OutboxStore
    let settings: OutboxSettings
    let bus = OutboxEvents()
    private let sender: OutboxSender
    private let signal: AsyncSignal
    private let turns = TurnQueue()
    private let loop = OutboxLoop()

    /// - Parameters:
    ///   - remote: The engine that receives the writes.
    ///   - store: The store that holds pending writes. It must be prepared for an outbox.
    package init(to remote: any WritableEngine, in store: any OutboxStore, settings: OutboxSettings) {
        let signal = AsyncSignal()
        self.signal = signal
        self.store = store
        self.settings = settings
        engine = OutboxEngine(
            store: store, clock: settings.clock, newID: { remote.laterItemID(at: $0) },
            onWrite: { signal.send() })
        sender = OutboxSender(
            remote: remote, store: store, settings: settings, owner: UUID().uuidString, events: bus)
    }

    deinit { loop.end() }

    // MARK: - Sending

    /// Sends pending writes once, until nothing more can be sent or an attempt fails.
    ///
    /// ```swift
    /// let summary = try await outbox.send()
    /// print("\(summary.sent) sent, \(summary.left) left", summary.problem ?? "")
    /// ```
    /// - Returns: A summary. Being offline is not an error. It is the summary's `problem`.
    /// - Throws: `CancellationError`, after which the status of a write in flight is checked next time; the store's
    ///   errors;
    ///   ``OutboxUnreadableError``.
    @discardableResult
    public func send() async throws -> OutboxSummary {
        let sender = sender
        return try await turns.run { try await sender.round() }
    }

    /// Starts sending: now, after each write, after increasing delays while attempts fail, and after each ``wake()``.
    ///
    /// Continues until ``stop()``, or until the outbox is deallocated. Does nothing if already started.
    public func start() {
        let step: @Sendable () async -> OutboxSummary? = { [sender, turns, bus, settings] in
            do {
                return try await turns.run { try await sender.round() }
            } catch is CancellationError {
                return nil
            } catch {
                // The store cannot be read or written. This may be temporary.
                bus.send(.waiting(until: settings.clock.date(), error))
                var summary = OutboxSummary()
                summary.problem = error
                return summary
            }
        }
        loop.begin { [signal, bus, settings] in
            var failures = 0
            while !Task.isCancelled {
                guard let summary = await step() else { return }
                guard summary.problem != nil || summary.isSentElsewhere else {
                    failures = 0
                    await signal.wait()
                    continue
                }
                failures = summary.sent > 0 ? 1 : failures + 1
                let wait = settings.wait(afterFailures: failures)
                if let problem = summary.problem {
                    let until = settings.clock.date().addingTimeInterval(wait.inSeconds)
                    bus.send(.waiting(until: until, problem))
                }
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { try? await settings.clock.sleep(wait) }
                    group.addTask { await signal.wait() }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    /// Stops sending and waits until no write is in flight. Pending writes stay in the outbox.
    public func stop() async { await loop.stop() }

    /// Tries to send now, for example because the network is available again:
    ///
    /// ```swift
    /// monitor.pathUpdateHandler = { if $0.status == .satisfied { outbox.wake() } }   // an NWPathMonitor
    /// ```
    public func wake() { signal.send() }

    // MARK: - Looking

    /// Events from now on, until the loop is left or its task is cancelled. Any number of tasks may iterate over them.
    public var events: AsyncStream<OutboxEvent> { bus.stream }

    /// Returns the pending writes in the order in which they are sent.
    ///
    /// - Throws: ``OutboxUnreadableError``; the store's errors.
    public func pending() async throws -> [OutboxEntry] {
        try await store.outboxTransaction("read the outbox") { try $0.allEntries() }
    }

    /// Runs a change of entries while no write is in flight.
    func betweenRounds<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (any OutboxTransaction) throws -> Result
    ) async throws -> Result {
        let (store, settings, owner) = (store, settings, sender.owner)
        let result = try await turns.run {
            try await store.outboxTransaction(action) { transaction in
                if let lease = try transaction.lease(), lease.owner != owner,
                    lease.isHeld(at: settings.clock.date(), length: settings.leaseSeconds)
                {
                    throw OutboxBusyError()
                }
                return try body(transaction)
            }
        }
        signal.send()
        return result
    }
}

/// Another process is sending from the same store, so no pending write can be changed now.
public struct OutboxBusyError: Error, Sendable, Hashable, CustomStringConvertible {
    init() {}

    public var description: String {
        "Could not change the outbox: another process is sending it. Try again when that process has finished."
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The sending task. There is at most one.
private final class OutboxLoop: Sendable {
    private let task = Locked<Task<Void, Never>?>(nil)

    func begin(_ body: @escaping @Sendable () async -> Void) {
        task.withLock { task in if task == nil { task = Task { await body() } } }
    }

    func stop() async {
        let running = task.withLock { $0.take() }
        running?.cancel()
        await running?.value
    }

    func end() { task.value?.cancel() }
}

extension Outbox {
    /// Returns the writes of a module that conflict with changes or deletions by others, in order.
    ///
    /// ```swift
    /// for conflict in try await outbox.conflicts(Books.self) {
    ///     try await outbox.resolve(conflict, by: .merge { mine, theirs in
    ///         var merged = theirs
    ///         merged.title = mine.title
    ///         return merged
    ///     })
    /// }
    /// ```
    public func conflicts<Module: ContentModule>(
        _ module: Module.Type
    ) async throws -> [OutboxConflict<Module>] {
        try await store.outboxTransaction("read the outbox") { transaction in
            let ledger = OutboxLedger(transaction)
            return try transaction.allEntries().filter {
                $0.state == .conflict && $0.operation.module.name == Module.descriptor.name
            }.map { OutboxConflict($0, try ledger.versions(of: $0)) }
        }
    }

    /// Resolves a conflict: either a version is sent over the server's current one, or the local write is dropped.
    ///
    /// If the item changes again before the write arrives, there is a new conflict.
    /// - Throws: `UnmergeableConflictError` if a merge lacks one of the two versions; ``OutboxEntryNotFoundError`` if the
    ///   conflict was already resolved; the errors of the merge closure.
    public func resolve<Module: ContentModule>(
        _ conflict: OutboxConflict<Module>, by resolution: ConflictResolution<Module>
    ) async throws {
        let number = conflict.entry.number
        let operation = try conflict.operation(resolving: resolution)
        let isSettled = try await betweenRounds("resolve a conflict") {
            try OutboxLedger($0).resolve(number, with: operation, theirs: conflict.theirInstance)
        }
        guard isSettled else { throw OutboxEntryNotFoundError(number: number) }
        bus.forget(number)
    }

    /// Drops a pending write and undoes its local effect. For a new item, later writes of it are dropped as well.
    ///
    /// Pending writes that refer to a dropped new item are rejected, because the server does not have the item.
    /// A write whose response was lost may have arrived anyway. In that case, the next sync brings back its effect.
    /// - Returns: The dropped writes, starting with this one.
    /// - Throws: ``OutboxEntryNotFoundError`` if it was already sent; ``OutboxBusyError``.
    @discardableResult
    public func discard(_ entry: OutboxEntry) async throws -> [OutboxEntry] {
        let discarded = try await betweenRounds("discard a write") {
            try OutboxLedger($0).discard(entry.number)
        }
        guard !discarded.isEmpty else { throw OutboxEntryNotFoundError(number: entry.number) }
        return discarded
    }

    /// Sends a rejected write again unchanged, for example after the app was granted permission.
    ///
    /// To correct a rejected write, write the item again. The two are merged.
    /// - Throws: ``OutboxEntryNotFoundError`` if it no longer exists or is not rejected; ``OutboxBusyError``.
    public func retry(_ entry: OutboxEntry) async throws {
        let isBack = try await betweenRounds("send a write again") {
            try OutboxLedger($0).retry(entry.number)
        }
        guard isBack else { throw OutboxEntryNotFoundError(number: entry.number) }
    }
}

/// A pending write no longer exists, or has changed its state.
public struct OutboxEntryNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry's number.
    public var number: Int64

    public var description: String {
        "Could not change the pending write #\(number): it was sent, settled or dropped meanwhile. Reload the list of "
            + "pending writes."
    }
}

/// The settings of an outbox.
public struct OutboxSettings: Sendable {
    /// The delay after the first failed attempt. It doubles with each failure.
    public var firstWait: Duration
    /// The longest delay between attempts.
    public var longestWait: Duration
    /// How long an unresponsive sender blocks others. Must be longer than a response may take.
    public var lease: Duration
    /// The clock for reading the time and waiting.
    public var clock: TransportClock
    /// Returns numbers from 0 up to, but not including, 1 for the jitter of delays.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    public init(
        firstWait: Duration = .seconds(1), longestWait: Duration = .seconds(300),
        lease: Duration = .seconds(120), clock: TransportClock = .system
    ) {
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.lease = lease
        self.clock = clock
    }

    func wait(afterFailures failures: Int) -> Duration {
        RetryPolicy(baseDelay: firstWait, maximumDelay: longestWait)
            .delay(afterAttempts: failures, jitter: random())
    }

    var leaseSeconds: TimeInterval {
        Double(lease.components.seconds) + Double(lease.components.attoseconds) / 1e18
    }
}
