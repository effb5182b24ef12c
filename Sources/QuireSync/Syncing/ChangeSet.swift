import Foundation
import QuireCore

/// What has changed in a module, as an engine answered it.
public struct ChangeSet: Sendable, Hashable {
    /// The moment that the answer holds up to: where the next one starts.
    public var timestamp: Date
    public var created: [ChangedInstance] = []
    public var updated: [ChangedInstance] = []
    /// The ids of what is gone.
    public var deleted: [String] = []
    /// Entries that cannot be told what they are of, for example a deletion without an id.
    public var rejected: [ContentDecodingError] = []
    /// Where what was created is all that the module is to have, and takes the place of its content: a name of what it was
    /// selected by. `nil` where these are changes.
    public var selection: String?

    public init(
        timestamp: Date, created: [ChangedInstance] = [], updated: [ChangedInstance] = [],
        deleted: [String] = []
    ) {
        self.timestamp = timestamp
        self.created = created
        self.updated = updated
        self.deleted = deleted
    }

    /// The ids of the modules that the instances say they are of.
    var moduleIDs: Set<String> { Set((created + updated).compactMap(\.moduleID)) }
}

/// An instance in HALO's form, not decoded.
public struct ChangedInstance: Sendable, Hashable {
    /// One JSON object.
    public var json: Data
    /// `nil` where it has none that is a text: a store cannot keep it.
    public var id: String?
    /// The server's id of the instance's module, where it says so.
    public var moduleID: String?

    public init(json: Data, id: String?, moduleID: String? = nil) {
        self.json = json
        self.id = id
        self.moduleID = moduleID
    }
}
