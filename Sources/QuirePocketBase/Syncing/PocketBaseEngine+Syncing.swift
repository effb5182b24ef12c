import Foundation
import QuireCore
import QuireRemote
import QuireSync
import QuireToolbox

extension PocketBaseEngine: SyncingEngine, ComparingEngine {
    /// Requests all items of a module.
    ///
    /// A `ContentSync` requests changes, because they are found by comparing with what the store has.
    /// - Throws: `UnsupportedError` if the request has a date.
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        throw UnsupportedError(
            node: "a list of changes of \"\(request.module)\"",
            hint: "its server does not list deletions; use ContentSync(from: pocketBase, into: store)")
    }

    /// Finds the changes of a module's collection.
    ///
    /// ```text
    /// GET /api/collections/books/records?filter=updated>='2026-11-24 10:32:50.113Z'&sort=updated,id&perPage=1000&fields=…
    /// ```
    /// A pull of no change is this one request.
    package func changes(
        _ request: ChangeRequest, comparedWith stored: StoredItems
    ) async throws -> ChangeSet {
        guard request.to == nil else {
            throw UnsupportedError(
                node: "a sync of a range", hint: "its server does not list deletions; sync without a range")
        }
        guard let module = stored.module else {
            throw UnsupportedError(
                node: "a sync of \"\(request.module)\"", hint: "the store does not have this module")
        }
        var localized = SearchRequest(module: module)
        localized.locale = request.locale
        let shape = LocalizedShape(localized, locales: settings.locales)
        var access = try await ListAccess.begin(connection)
        for attempt in 0..<2 {
            let reader = CollectionReader(
                connection: connection, layout: layout(of: module), access: access, shape: shape)
            do {
                return try await CollectionSync(
                    reader: reader, request: request, stored: stored, settings: settings, now: { Date() }
                ).run()
            } catch let rejected as RejectedAccess {
                // Nothing that was read with this token counts.
                try await stored.clearDraft()
                guard attempt == 0 else { throw rejected.error }
                access = try await access.replaced()
            }
        }
        throw CancellationError()
    }
}

extension PocketBaseEngine: AccessCheckingEngine {
    package func withCheckedAccess<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        for _ in 0..<3 {
            let access = try await ListAccess.begin(connection)
            let result = try await body()
            // Requests take the current token, which may have been replaced meanwhile.
            guard try await ListAccess(connection).header == access.header else { continue }
            do {
                try await access.confirm()
                return result
            } catch is RejectedAccess {
                _ = try await access.replaced()
            }
        }
        throw PocketBaseSyncError(.accessChanged)
    }
}

/// A sync that would delete content that the user may still see.
///
/// PocketBase shows a guest fewer items, and says nothing about it.
public struct PocketBaseSyncError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason.
    public enum Kind: String, Sendable, Hashable {
        /// Nobody is signed in, and the stored content was read by a user.
        case guest
        /// Users or tokens changed again and again while a selection was read.
        case accessChanged
    }

    public var kind: Kind
    /// The module's wire name. `nil` for a selection.
    public var module: String?

    init(_ kind: Kind, _ module: String? = nil) {
        self.kind = kind
        self.module = module
    }

    public var description: String {
        let what = module.map { "\"\($0)\"" } ?? "the selection"
        return switch kind {
        case .guest:
            PlainText.error(
                "Could not sync \(what): nobody is signed in, and the stored content was read by a user",
                "Sign in, or clear the content first: sync.clear(…).")
        case .accessChanged:
            PlainText.error(
                "Could not sync \(what): the sign-in changed while it was read", "Sync again.")
        }
    }

    public var errorDescription: String? { description }
}
