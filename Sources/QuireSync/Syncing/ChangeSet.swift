import Foundation
import QuireCore

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
