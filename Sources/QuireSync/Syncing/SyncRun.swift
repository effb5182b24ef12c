import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// One sync of one module: the requests, and how their responses are stored.
///
/// All responses are received before anything is stored. They are stored in one transaction.
struct SyncRun: Sendable {
    /// The options of a sync. Syncs of a module with equal options can share a run.
    struct Options: Sendable, Hashable {
        var moduleID: String?
        var locale: String?
        var range: Range?
        /// The only items to sync, without moving the checkpoint.
        var ids: Set<String>?
        var comparison = SyncComparison.ifDue
    }

    /// A time range of changes.
    struct Range: Sendable, Hashable {
        var from: Date
        var to: Date?
    }

    let engine: any SyncingEngine
    let store: any SyncStore
    let stored: StoredItems
    let module: String
    let options: Options
    let settings: ContentSync.Settings
    let now: @Sendable () -> Date

    func run() async throws -> SyncSummary {
        var retries = 3
        while true {
            do {
                return try await attempt()
            } catch let error as SyncStateChangedError {
                // Another process, or a clearing, finished first. Request again from its checkpoint.
                retries -= 1
                if retries == 0 { throw error }
            }
        }
    }

    private func attempt() async throws -> SyncSummary {
        let state = try await store.syncState(of: module)
        if let range = options.range { return try await sync(range, state) }
        guard let state else { return try await syncAll(.first, nil) }
        guard state.locale == options.locale else { return try await syncAll(.newLocale, state) }
        if let moduleID = state.moduleID, let requestedID = options.moduleID, moduleID != requestedID {
            return try await syncAll(.newModule, state, bypassesCaches: true)
        }
        let changes = try await changes(request(from: state.mark, state.checkpoint))
        if let selected = self.state(after: changes) {
            return try await apply([changes], .selection, expected: state, state: selected)
        }
        let ids = changes.moduleIDs
        if let moduleID = state.moduleID, !ids.subtracting([moduleID]).isEmpty {
            return try await syncAll(.newModule, state, bypassesCaches: true)
        }
        if options.ids != nil, changes.checkpoint == nil {
            return try await apply([changes], .items, expected: state, state: nil)
        }
        var next = state
        next.mark = changes.timestamp
        next.checkpoint = changes.checkpoint
        if ids.count == 1, let id = ids.first { next.moduleID = id }
        return try await apply([changes], .changes, expected: state, state: next)
    }

    /// Requests everything, possibly from a cache, and then the changes since.
    private func syncAll(
        _ kind: SyncKind, _ state: SyncState?, bypassesCaches: Bool = false
    ) async throws -> SyncSummary {
        var request = request(from: nil)
        request.serverCache = settings.serverCache
        request.bypassesCaches = bypassesCaches
        let everything = try await changes(request)
        if let selected = self.state(after: everything) {
            return try await apply([everything], kind, expected: state, state: selected)
        }
        if let checkpoint = everything.checkpoint {
            // The engine has asked for the changes since.
            let next = SyncState(
                mark: everything.timestamp, locale: options.locale, moduleID: nil, checkpoint: checkpoint)
            return try await apply([everything], kind, expected: state, state: next)
        }
        let since = try await changes(self.request(from: everything.timestamp))
        let ids = everything.moduleIDs.union(since.moduleIDs)
        if ids.count > 1, !bypassesCaches {
            // The cached response is from a module that was replaced since.
            return try await syncAll(kind, state, bypassesCaches: true)
        }
        let next = SyncState(
            mark: since.timestamp, locale: options.locale, moduleID: ids.count == 1 ? ids.first : nil)
        return try await apply([everything, since], kind, expected: state, state: next)
    }

    /// The state after a selection. The name of the selection is stored in place of the server's module id, so
    /// content of another selection counts as another module.
    private func state(after changes: ChangeSet) -> SyncState? {
        changes.selection.map { SyncState(mark: changes.timestamp, locale: options.locale, moduleID: $0) }
    }

    private func sync(_ range: Range, _ state: SyncState?) async throws -> SyncSummary {
        if let state, state.locale != options.locale {
            throw SyncLocaleError(module: module, storedLocale: state.locale, rangeLocale: options.locale)
        }
        var request = request(from: range.from)
        request.to = range.to
        let changes = try await changes(request)
        guard changes.selection == nil else {
            throw UnsupportedError(
                engine: engine.capabilities.name, node: "a sync of a range",
                hint: "what is selected is always read whole; sync without a range")
        }
        return try await apply([changes], .range, expected: state, state: nil)
    }

    private func request(from mark: Date?, _ checkpoint: String? = nil) -> ChangeRequest {
        var request = ChangeRequest(
            module: module, moduleID: options.moduleID, locale: options.locale, from: mark)
        request.checkpoint = checkpoint
        if mark != nil { request.ids = options.ids }
        request.comparison = options.comparison
        return request
    }

    private func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        guard let engine = engine as? any ComparingEngine else { return try await engine.changes(request) }
        let confirmed = try await stored.lastConfirmedWrite()
        var changes = try await engine.changes(request, comparedWith: stored)
        if changes.mayRepeat { changes.confirmedWrite = confirmed }
        return changes
    }

    private func apply(
        _ changes: [ChangeSet], _ kind: SyncKind, expected: SyncState?, state: SyncState?
    ) async throws -> SyncSummary {
        try Task.checkCancellation()
        let effect = try await store.apply(
            SyncUpdate(
                module: module, changes: changes, kind: kind, expected: expected, state: state,
                mode: settings.mode, locale: options.locale, date: now(), logLimit: settings.logLimit))
        return SyncSummary(
            module: module, locale: options.locale, kind: kind,
            timestamp: changes.last?.timestamp ?? now(), created: effect.created, updated: effect.updated,
            deleted: effect.deleted, rejected: effect.rejected)
    }
}

/// A range was requested in a different language than the stored content has, so the two would mix.
public struct SyncLocaleError: Error, Sendable, Hashable, CustomStringConvertible {
    public var module: String
    public var storedLocale: String?
    public var rangeLocale: String?

    public var description: String {
        PlainText.error(
            "Could not sync a range of \"\(module)\": the stored content has the locale "
                + "\(storedLocale ?? "of the server"), the range \(rangeLocale ?? "of the server")",
            "Use the stored locale, or sync without a range first.")
    }
}
