import Foundation
import QuireCore

extension ContentSync {
    /// Brings a module up to date where that is needed: it never was, or that was longer ago than `age`, or the language
    /// or what is selected (``SelectedContent``) is another one.
    ///
    /// ```swift
    /// if let summary = try await sync.syncIfNeeded(Books.self) { print("\(summary.updated) changed") }
    /// ```
    /// A sync that failed counts for nothing: the next call tries again.
    /// - Parameters:
    ///   - module: The module to sync.
    ///   - age: Since the last sync of the module ended; a day where nothing is said.
    ///   - locale: The language of localized texts, instead of the default one.
    ///   - moduleID: The server's id of the module, to ask by it.
    /// - Returns: `nil` where nothing was asked for.
    @discardableResult
    public func syncIfNeeded<Module: ContentModule>(
        _ module: Module.Type, olderThan age: Duration = .seconds(86_400), locale: String? = nil,
        moduleID: String? = nil
    ) async throws -> SyncSummary? {
        try await syncIfNeeded(module.descriptor.name, olderThan: age, locale: locale, moduleID: moduleID)
    }

    /// Brings a module up to date where that is needed, the module by its wire name.
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
        // A clock that was set back says nothing about the age. Stores keep milliseconds.
        return last > now.addingTimeInterval(1) || last.addingTimeInterval(age / .seconds(1)) <= now
    }
}
