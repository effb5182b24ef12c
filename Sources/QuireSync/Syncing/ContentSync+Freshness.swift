import Foundation
import QuireCore

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
        let options = options(module, locale, moduleID)
        guard try await needsSync(module, options, age) else { return nil }
        return try await sync(module, options)
    }

    private func needsSync(
        _ module: String, _ options: SyncRun.Options, _ age: Duration
    ) async throws -> Bool {
        guard let state = try await store.syncState(of: module), state.locale == options.locale else {
            return true
        }
        if let selection = (engine as? any SelectingEngine)?.selection(of: module) {
            guard state.moduleID == selection else { return true }
        } else if let known = state.moduleID {
            if known.hasPrefix(SelectedContent.prefix) { return true }
            if let asked = options.moduleID, asked != known { return true }
        }
        let last = try await store.syncLog(of: module).first { $0.kind != .range }?.date ?? state.mark
        let now = now()
        // If the clock was set back, the age is unknown. Stores have millisecond precision.
        return last > now.addingTimeInterval(1) || last.addingTimeInterval(age / .seconds(1)) <= now
    }
}
