import QuireToolbox

/// Applies changes to an index: a search cluster, Core Spotlight, a file.
///
/// Most indexers are an ``ItemIndexer``, which fetches objects and converts them to items.
public protocol Indexer: Sendable {
    /// Whether it indexes objects of a type.
    func indexes(_ type: String) -> Bool

    /// Identifies how items are made from a type's objects. If it differs from last time, all objects are reindexed.
    ///
    /// An index that can lose its content also includes an identification of its content.
    func generation(of type: String) async throws -> String

    /// Whether the index deletes all objects of a type before reindexing it.
    ///
    /// If `false`, objects deleted while the monitor was not running remain in the index.
    var emptiesFirst: Bool { get }

    /// Updates objects of one type in the index.
    ///
    /// Every change may come more than once. An object to be written that no longer exists is removed.
    /// - Returns: The objects that failed. All others succeeded.
    /// - Throws: An error if the result of every object is unknown. All are retried.
    func index(_ batch: IndexBatch) async throws -> [ObjectIndexError]

    /// Removes all objects of a type from the index.
    func deleteAll(of type: String) async throws
}

extension Indexer {
    /// Defaults to a constant.
    public func generation(of type: String) async throws -> String { "" }

    /// Defaults to `true`.
    public var emptiesFirst: Bool { true }
}

/// Objects of one type to update in an index. Each id occurs once.
public struct IndexBatch: Sendable, Hashable {
    public var type: String
    /// The ids of objects to write in their current state, in the order of their changes.
    public var upserts: [String]
    public var deletes: [String]

    public init(type: String, upserts: [String], deletes: [String]) {
        self.type = type
        self.upserts = upserts
        self.deletes = deletes
    }
}

/// An object that failed to index.
public struct ObjectIndexError: Error, Sendable, Hashable, CustomStringConvertible {
    public var id: String
    /// The reason in readable form. It is stored in the journal, so it must not contain secrets.
    public var reason: String

    public init(id: String, reason: String) {
        self.id = id
        self.reason = reason
    }

    public var description: String {
        PlainText.error("Could not index \(id): \(reason)", IndexUpdateError.remedy)
    }
}
