import QuireToolbox

/// Carries changes out in an index: a search cluster, Core Spotlight, a file.
///
/// Most indexers are an ``ItemIndexer``, which fetches objects and makes items of them.
public protocol Indexer: Sendable {
    /// Whether it indexes objects of a type.
    func indexes(_ type: String) -> Bool

    /// How it makes items of a type's objects: where it differs from last time, all are indexed anew.
    ///
    /// An index that can lose its content names what it holds here, too.
    func generation(of type: String) async throws -> String

    /// Whether the index is emptied of a type before all its objects are indexed anew. Without it, objects that went
    /// while nobody looked stay in the index.
    var emptiesFirst: Bool { get }

    /// Brings some objects of one type up to date in the index.
    ///
    /// Every change may come more than once. An object that is to be written, but is no longer there, is removed.
    /// - Returns: The objects that could not be indexed; all others are done.
    /// - Throws: Where nothing is known of any object. All are tried again.
    func index(_ batch: IndexBatch) async throws -> [IndexFailure]

    /// Removes all objects of a type from the index.
    func deleteAll(of type: String) async throws
}

extension Indexer {
    /// One way for ever.
    public func generation(of type: String) async throws -> String { "" }

    /// It is.
    public var emptiesFirst: Bool { true }
}

/// Objects of one type that an index is to be told of; each id once.
public struct IndexBatch: Sendable, Hashable {
    public var type: String
    /// To be written as they are now, in the order of their changes.
    public var upserts: [String]
    public var deletes: [String]

    public init(type: String, upserts: [String], deletes: [String]) {
        self.type = type
        self.upserts = upserts
        self.deletes = deletes
    }
}

/// An object that could not be indexed, and why.
public struct IndexFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public var id: String
    /// For people to read. It is kept in the journal, so it must hold no secrets.
    public var reason: String

    public init(id: String, reason: String) {
        self.id = id
        self.reason = reason
    }

    public var description: String {
        PlainText.error("Could not index \(id): \(reason)", IndexProblem.remedy)
    }
}
