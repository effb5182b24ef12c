import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// Copies modules from an engine into a store. Later syncs copy only changes.
///
/// ```swift
/// let sync = ContentSync(from: halo, into: store, locale: "en-US")
/// let summary = try await sync.sync(Books.self)
/// print("\(summary.created) new, \(summary.updated) changed, \(summary.deleted) gone")
///
/// let content = ContentClient(engine: store)          // every query, with no network
/// let page = try await content.fetch(Books.query().where(\.age >= 18))
/// ```
/// A sync stores its content and its checkpoint in one transaction, so readers never see a partial sync. Concurrent
/// syncs of the same module share one run.
public final class ContentSync: Sendable {
    /// The settings of syncs.
    public struct Settings: Sendable, Hashable {
        /// How instances that do not fit the schema are handled. `lenient` stores the valid parts and reports the
        /// instances in the summary. `strict` throws and leaves everything unchanged.
        public var mode: DecodingOptions.Mode
        /// How many seconds old a first sync's response from the server's cache may be. A second request fetches later
        /// changes.
        public var serverCache: Int
        /// The number of log entries to keep per module.
        public var logLimit: Int

        public init(
            mode: DecodingOptions.Mode = .lenient, serverCache: Int = 86_400, logLimit: Int = 100
        ) {
            self.mode = mode
            self.serverCache = serverCache
            self.logLimit = logLimit
        }
    }

    /// The default language of localized texts. `nil` leaves it to the server.
    public let locale: String?
    public let settings: Settings
    let engine: any SyncingEngine
    let store: any SyncStore
    let now: @Sendable () -> Date
    let flights = SingleFlight<SyncRun.Options, SyncSummary>()
    let listeners = Broadcast<SyncResult>(kept: 16, replays: false)
    let progress = Broadcast<SyncProgress>(kept: 1, replays: false)

    /// - Parameters:
    ///   - engine: The source of the content.
    ///   - store: The destination.
    ///   - locale: The language of localized texts. `nil` leaves it to the server.
    ///   - settings: How strictly content is decoded, the server's cache, and the length of the log.
    public convenience init(
        from engine: any SyncingEngine, into store: any SyncStore, locale: String? = nil,
        settings: Settings = Settings()
    ) {
        self.init(from: engine, into: store, locale: locale, settings: settings, now: { Date() })
    }

    init(
        from engine: any SyncingEngine, into store: any SyncStore, locale: String?, settings: Settings,
        now: @escaping @Sendable () -> Date
    ) {
        self.engine = engine
        self.store = store
        self.locale = locale
        self.settings = settings
        self.now = now
    }

    // MARK: - Syncing

    /// Syncs a module.
    ///
    /// - Parameters:
    ///   - module: The module to sync.
    ///   - locale: The language of localized texts, instead of the default. If it differs from last time, the module's
    ///     content is replaced.
    ///   - moduleID: The server's id of the module, for the request. If `nil`, the request uses the id in the schema,
    ///     or the module's name if the schema has no id.
    /// - Throws: The engine's and the store's errors, `ContentDecodingError` if syncs are strict,
    ///   `CancellationError`. The content is then unchanged.
    @discardableResult
    public func sync<Module: ContentModule>(
        _ module: Module.Type, locale: String? = nil, moduleID: String? = nil
    ) async throws -> SyncSummary {
        try await sync(module.descriptor.name, locale: locale, moduleID: moduleID)
    }

    /// Syncs a module, named by its wire name.
    @discardableResult
    public func sync(
        _ module: String, locale: String? = nil, moduleID: String? = nil
    ) async throws -> SyncSummary {
        try await sync(module, options(module, locale: locale, moduleID: moduleID))
    }

    /// Syncs a module, and compares all its items with the server's.
    ///
    /// ```swift
    /// try await sync.syncComparingAll(Books.self)          // after the rules of a collection were changed
    /// ```
    /// A server that cannot list deletions, such as PocketBase, is compared at times anyway. For other engines, this is
    /// a normal sync.
    @discardableResult
    public func syncComparingAll<Module: ContentModule>(
        _ module: Module.Type, locale: String? = nil
    ) async throws -> SyncSummary {
        var options = options(module.descriptor.name, locale: locale, moduleID: nil)
        options.comparison = .all
        return try await sync(module.descriptor.name, options)
    }

    /// Fetches the changes in a time range without moving the checkpoint. The next sync starts where it would have
    /// started otherwise.
    ///
    /// - Throws: ``SyncLocaleError`` if the stored content has another locale.
    @discardableResult
    public func sync<Module: ContentModule>(
        _ module: Module.Type, from start: Date, to end: Date? = nil, locale: String? = nil,
        moduleID: String? = nil
    ) async throws -> SyncSummary {
        var options = options(module.descriptor.name, locale: locale, moduleID: moduleID)
        options.range = SyncRun.Range(from: start, to: end)
        return try await sync(module.descriptor.name, options)
    }

    /// Syncs all modules of the store, a few at a time.
    ///
    /// - Returns: The results in the order of the store's modules. If one fails, the others continue.
    /// - Throws: Only `CancellationError`.
    @discardableResult
    public func syncAll(locale: String? = nil) async throws -> [SyncResult] {
        let modules = store.syncedModules.map(\.name)
        let results = await withTaskGroup(of: (Int, SyncResult).self) { group in
            var results: [Int: SyncResult] = [:]
            for (index, module) in modules.enumerated() {
                if index >= 4, let (done, result) = await group.next() { results[done] = result }
                group.addTask { (index, await self.result(module, locale)) }
            }
            for await (done, result) in group { results[done] = result }
            return modules.indices.compactMap { results[$0] }
        }
        try Task.checkCancellation()
        return results
    }

    private func result(_ module: String, _ locale: String?) async -> SyncResult {
        do {
            return SyncResult(module: module, outcome: .success(try await sync(module, locale: locale)))
        } catch {
            return SyncResult(module: module, outcome: .failure(error))
        }
    }

    /// The module id in the request is the caller's, or the one that the engine prefers.
    func options(_ module: String, locale: String?, moduleID: String?) -> SyncRun.Options {
        let descriptor = store.syncedModules.first { $0.name == module }
        return SyncRun.Options(
            moduleID: moduleID ?? descriptor.flatMap(engine.moduleID(of:)), locale: locale ?? self.locale)
    }

    func sync(_ module: String, _ options: SyncRun.Options) async throws -> SyncSummary {
        let stored = StoredItems(store, module) { [progress] in progress.send($0) }
        let run = SyncRun(
            engine: engine, store: store, stored: stored, module: module, options: options,
            settings: settings, now: now)
        let listeners = listeners
        return try await flights.run(module, options) {
            do {
                let summary = try await run.run()
                listeners.send(SyncResult(module: module, outcome: .success(summary)))
                return summary
            } catch {
                if !(error is CancellationError) {
                    listeners.send(SyncResult(module: module, outcome: .failure(error)))
                }
                throw error
            }
        }
    }

    // MARK: - Around it

    /// Returns the results of a module's syncs from now on, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await event in sync.events(of: Books.self) {
    ///     if let summary = try? event.summary { print(summary.updated) }
    /// }
    /// ```
    /// Any number of tasks may iterate. A slow reader gets the newest sixteen. Cancelled syncs are not reported.
    public func events<Module: ContentModule>(of module: Module.Type) -> AsyncStream<SyncResult> {
        listeners.stream { $0.module == Module.descriptor.name }
    }

    /// Returns the results of all syncs from now on.
    public func events() -> AsyncStream<SyncResult> { listeners.stream }

    /// Returns the sync log of a module, newest first.
    public func log<Module: ContentModule>(of module: Module.Type) async throws -> [SyncLogEntry] {
        try await store.syncLog(of: module.descriptor.name)
    }

    /// Returns the sync log, newest first.
    public func log() async throws -> [SyncLogEntry] { try await store.syncLog(of: nil) }

    /// Clears the sync log of a module. Its content stays.
    public func clearLog<Module: ContentModule>(of module: Module.Type) async throws {
        try await store.clearSyncLog(of: module.descriptor.name)
    }

    /// Removes a module's content from the store, so that the next sync is a first sync.
    public func clear<Module: ContentModule>(_ module: Module.Type) async throws {
        try await clear(module.descriptor.name)
    }

    /// Removes a module's content from the store, named by its wire name.
    public func clear(_ module: String) async throws { try await store.clearSynced(module) }
}

extension ContentSync {
    /// Syncs a module if needed: if it was never synced, if the last sync is older than `age`, or if the locale or the
    /// selection (``SelectedContent``) has changed.
    ///
    /// ```swift
    /// if let summary = try await sync.syncIfNeeded(Books.self) { print("\(summary.updated) changed") }
    /// ```
    /// A failed sync does not count, so the next call tries again.
    /// - Parameters:
    ///   - module: The module to sync.
    ///   - age: The maximum time since the last sync of the module ended. Defaults to one day.
    ///   - locale: The language of localized texts, instead of the default.
    ///   - moduleID: The server's id of the module, for the request.
    /// - Returns: A summary, or `nil` if no sync was needed.
    @discardableResult
    public func syncIfNeeded<Module: ContentModule>(
        _ module: Module.Type, olderThan age: Duration = .seconds(86_400), locale: String? = nil,
        moduleID: String? = nil
    ) async throws -> SyncSummary? {
        try await syncIfNeeded(module.descriptor.name, olderThan: age, locale: locale, moduleID: moduleID)
    }

    /// Syncs a module if needed, named by its wire name.
    @discardableResult
    public func syncIfNeeded(
        _ module: String, olderThan age: Duration = .seconds(86_400), locale: String? = nil,
        moduleID: String? = nil
    ) async throws -> SyncSummary? {
        let options = options(module, locale: locale, moduleID: moduleID)
        guard try await needsSync(module, options: options, age: age) else { return nil }
        return try await sync(module, options)
    }

    private func needsSync(
        _ module: String, options: SyncRun.Options, age: Duration
    ) async throws -> Bool {
        guard let state = try await store.syncState(of: module), state.locale == options.locale else {
            return true
        }
        if let selection = (engine as? any SelectingEngine)?.selection(of: module) {
            guard state.moduleID == selection else { return true }
        } else if let moduleID = state.moduleID {
            if moduleID.hasPrefix(SelectedContent.prefix) { return true }
            if let requestedID = options.moduleID, requestedID != moduleID { return true }
        }
        let last = try await store.syncLog(of: module).first { $0.kind != .range }?.date ?? state.mark
        let now = now()
        // If the clock was set back, the age is unknown. Stores have millisecond precision.
        return last > now.addingTimeInterval(1) || last.addingTimeInterval(age / .seconds(1)) <= now
    }
}
