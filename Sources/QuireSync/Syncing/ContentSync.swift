import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// Copies modules from an engine into a store, and later only what has changed.
///
/// ```swift
/// let sync = ContentSync(from: halo, into: store, locale: "en-US")
/// let summary = try await sync.sync(Books.self)
/// print("\(summary.created) new, \(summary.updated) changed, \(summary.deleted) gone")
///
/// let content = ContentClient(engine: store)          // every query, with no network
/// let page = try await content.fetch(Books.query().where(\.age >= 18))
/// ```
/// A sync stores all that it brings, together with how far the content goes, or nothing: a reader never sees half of
/// one. Syncs of one module that are asked for at the same time share one.
public final class ContentSync: Sendable {
    /// How content is synced.
    public struct Settings: Sendable, Hashable {
        /// What becomes of instances that do not fit the schema: `lenient` stores what fits of them and reports them in
        /// the summary, `strict` throws and leaves everything as it was.
        public var mode: DecodingOptions.Mode
        /// Seconds that the server may answer a first sync from its cache. A second question brings what has changed
        /// since.
        public var serverCache: Int
        /// How many entries of a module's log are kept.
        public var logLimit: Int

        public init(
            mode: DecodingOptions.Mode = .lenient, serverCache: Int = 86_400, logLimit: Int = 100
        ) {
            self.mode = mode
            self.serverCache = serverCache
            self.logLimit = logLimit
        }
    }

    /// The language of localized texts where a call names none; `nil` leaves it to the server.
    public let locale: String?
    public let settings: Settings
    let engine: any SyncingEngine
    let store: any SyncStore
    let now: @Sendable () -> Date
    let flights = SingleFlight<SyncRun.Options, SyncSummary>()
    let listeners = SyncEvents()

    /// - Parameters:
    ///   - engine: Where the content comes from.
    ///   - store: Where it goes to.
    ///   - locale: The language of localized texts; `nil` sends none, and leaves it to the server.
    ///   - settings: How strictly content is read, the server's cache, and the length of the log.
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

    /// Brings a module up to date.
    ///
    /// - Parameters:
    ///   - module: The module to sync.
    ///   - locale: The language of localized texts, instead of the default one. With another language than last time
    ///     the module's content is replaced.
    ///   - moduleID: The server's id of the module, to ask by it. Without it, the sync asks by the schema's id of the
    ///     module, and by the name where the schema has none.
    /// - Throws: The engine's and the store's errors, `ContentDecodingError` where syncs are strict,
    ///   `CancellationError`. The content is then as it was.
    @discardableResult
    public func sync<Module: ContentModule>(
        _ module: Module.Type, locale: String? = nil, moduleID: String? = nil
    ) async throws -> SyncSummary {
        try await sync(module.descriptor.name, locale: locale, moduleID: moduleID)
    }

    /// Brings a module up to date, the module by its wire name.
    @discardableResult
    public func sync(
        _ module: String, locale: String? = nil, moduleID: String? = nil
    ) async throws -> SyncSummary {
        try await sync(module, options(module, locale, moduleID))
    }

    /// Brings in what has changed in a range of time, and leaves open how far the content goes: the next sync starts
    /// where it would have without.
    ///
    /// - Throws: ``SyncLocaleError`` where the stored content has another locale.
    @discardableResult
    public func sync<Module: ContentModule>(
        _ module: Module.Type, from start: Date, to end: Date? = nil, locale: String? = nil,
        moduleID: String? = nil
    ) async throws -> SyncSummary {
        var options = options(module.descriptor.name, locale, moduleID)
        options.range = SyncRun.Range(from: start, to: end)
        return try await sync(module.descriptor.name, options)
    }

    /// Brings all modules of the store up to date, a few at a time.
    ///
    /// - Returns: How each ended, in the order of the store's modules: one that fails does not keep the others from it.
    /// - Throws: `CancellationError`, and nothing else.
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

    /// The id that is asked for is the caller's, or the one that the engine wants to be asked by.
    func options(_ module: String, _ locale: String?, _ moduleID: String?) -> SyncRun.Options {
        let descriptor = store.syncedModules.first { $0.name.isSpelled(as: module) }
        return SyncRun.Options(
            moduleID: moduleID ?? descriptor.flatMap(engine.moduleID(of:)), locale: locale ?? self.locale)
    }

    func sync(_ module: String, _ options: SyncRun.Options) async throws -> SyncSummary {
        let run = SyncRun(
            engine: engine, store: store, module: module, options: options, settings: settings, now: now)
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

    /// How the syncs of a module end, from now on, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await event in sync.events(of: Books.self) {
    ///     if let summary = try? event.summary { print(summary.updated) }
    /// }
    /// ```
    /// Any number may listen. A slow reader finds the newest sixteen; what was cancelled is not told.
    public func events<Module: ContentModule>(of module: Module.Type) -> AsyncStream<SyncResult> {
        listeners.stream(of: module.descriptor.name)
    }

    /// How the syncs of all modules end, from now on.
    public func events() -> AsyncStream<SyncResult> { listeners.stream(of: nil) }

    /// What was synced of a module, the newest first.
    public func log<Module: ContentModule>(of module: Module.Type) async throws -> [SyncLogEntry] {
        try await store.syncLog(of: module.descriptor.name)
    }

    /// What was synced, the newest first.
    public func log() async throws -> [SyncLogEntry] { try await store.syncLog(of: nil) }

    /// Forgets what was synced of a module; its content stays.
    public func clearLog<Module: ContentModule>(of module: Module.Type) async throws {
        try await store.clearSyncLog(of: module.descriptor.name)
    }

    /// Removes a module's content from the store, so that the next sync is a first one.
    public func clear<Module: ContentModule>(_ module: Module.Type) async throws {
        try await clear(module.descriptor.name)
    }

    /// Removes a module's content from the store, the module by its wire name.
    public func clear(_ module: String) async throws { try await store.clearSynced(module) }
}
