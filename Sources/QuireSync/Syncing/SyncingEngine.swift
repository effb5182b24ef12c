import Foundation
public import QuireCore
public import QuireEngine

/// An engine that can return the changes since a checkpoint. ``ContentSync`` copies content from it.
public protocol SyncingEngine: ContentEngine {
    /// Requests the changes of a module once.
    ///
    /// - Throws: `ContentDecodingError` if the response is not a list of changes; the engine's errors.
    func changes(_ request: ChangeRequest) async throws -> ChangeSet

    /// The id that the engine wants in requests for a module. Defaults to `nil`, which uses the name.
    func moduleID(of module: ModuleDescriptor) -> String?
}

extension SyncingEngine {
    public func moduleID(of module: ModuleDescriptor) -> String? { nil }
}

/// A request for the changes of one module.
public struct ChangeRequest: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The server's id of the module. If set, the request uses it instead of the name.
    public var moduleID: String?
    /// The language of localized texts. `nil` leaves it to the server.
    public var locale: String?
    /// The checkpoint of an earlier response. `nil` requests everything.
    public var from: Date?
    /// The end of the time range. `nil` has no end.
    public var to: Date?
    /// How many seconds old a cached response may be. Sent only if everything is requested.
    public var serverCache: Int?
    /// Whether caches on the way must be bypassed.
    public var bypassesCaches = false
    /// The checkpoint in the engine's own format, from an earlier response.
    package var checkpoint: String?
    /// The only items that are asked for, changed or deleted. The checkpoint does not move.
    package var ids: Set<String>?
    /// How thoroughly deletions are looked for, by an engine that cannot list them.
    package var comparison = SyncComparison.ifDue

    public init(
        module: String, moduleID: String? = nil, locale: String? = nil, from: Date? = nil, to: Date? = nil,
        serverCache: Int? = nil, bypassesCaches: Bool = false
    ) {
        self.module = module
        self.moduleID = moduleID
        self.locale = locale
        self.from = from
        self.to = to
        self.serverCache = serverCache
        self.bypassesCaches = bypassesCaches
    }
}

/// An engine whose lists become shorter, instead of failing, when a sign-in ends.
package protocol AccessCheckingEngine: ContentEngine {
    /// Runs reads, and checks that they were all allowed to see what the user may see.
    ///
    /// - Throws: The engine's errors if the sign-in has ended, or if somebody else signed in meanwhile; the body's errors.
    func withCheckedAccess<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension ObservedEngine: SyncingEngine where Base: SyncingEngine {
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        try await observing(
            "changes", [request.module],
            counting: { .init(rows: $0.created.count + $0.updated.count + $0.deleted.count) }
        ) {
            try await base.changes(request)
        }
    }

    public func moduleID(of module: ModuleDescriptor) -> String? { base.moduleID(of: module) }
}

extension ObservedEngine: ComparingEngine where Base: ComparingEngine {
    package func changes(
        _ request: ChangeRequest, comparedWith stored: StoredItems
    ) async throws -> ChangeSet {
        try await observing(
            "changes", [request.module],
            counting: { .init(rows: $0.created.count + $0.updated.count + $0.deleted.count) }
        ) {
            try await base.changes(request, comparedWith: stored)
        }
    }
}

extension ObservedEngine: SelectingEngine where Base: SelectingEngine {
    func selection(of module: String) -> String? { base.selection(of: module) }
}

/// The changes of a module, as returned by an engine.
public struct ChangeSet: Sendable, Hashable {
    /// The checkpoint of the response. The next request starts here.
    public var timestamp: Date
    public var created: [ChangedInstance] = []
    public var updated: [ChangedInstance] = []
    /// The ids of deleted items.
    public var deleted: [String] = []
    /// Entries that cannot be attributed to an item, for example a deletion without an id.
    public var rejected: [ContentDecodingError] = []
    /// If the created items are the complete new content of the module, a name for the selection that they came from.
    /// `nil` if these are changes.
    public var selection: String?
    /// What the engine needs besides the timestamp to continue, in its own format.
    package var checkpoint: String?
    /// The number of the last confirmed write of an outbox when the requests began. `nil` if the timestamp tells which
    /// writes the changes include.
    package var confirmedWrite: Int64?
    /// Whether it may contain items that have not changed. A store skips them.
    package var mayRepeat = false

    public init(
        timestamp: Date, created: [ChangedInstance] = [], updated: [ChangedInstance] = [],
        deleted: [String] = []
    ) {
        self.timestamp = timestamp
        self.created = created
        self.updated = updated
        self.deleted = deleted
    }

    /// The ids of the modules that the instances name.
    var moduleIDs: Set<String> { Set((created + updated).compactMap(\.moduleID)) }
}

/// An instance in HALO's format that is not decoded.
public struct ChangedInstance: Sendable, Hashable {
    /// One JSON object.
    public var json: Data
    /// The id, or `nil` if it is not a text. A store cannot keep such an instance.
    public var id: String?
    /// The server's id of the instance's module, if it is included.
    public var moduleID: String?

    public init(json: Data, id: String?, moduleID: String? = nil) {
        self.json = json
        self.id = id
        self.moduleID = moduleID
    }
}
