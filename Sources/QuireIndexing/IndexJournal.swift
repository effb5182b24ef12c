import Foundation

/// Keeps what an index has still to be told, until the index has taken it: durable, in order, one entry for each id.
///
/// `Store` is one, in the file of its content. An index is named by the app: several may be fed from one journal.
///
/// - A change to an id takes the place of the one that waits for it, with a new sequence number, as its last: the last
///   operation wins.
/// - A change is removed by its sequence number, never by its id: what was reported meanwhile stays.
public protocol IndexJournal: AnyObject, Sendable {
    /// Makes ready for an index of these types: forgets what it keeps of others, and has every change due.
    func openIndex(_ index: String, types: [String]) async throws

    /// Where the types of an index stand; those that were never saved are not among them.
    func indexStates(of index: String) async throws -> [IndexState]

    /// Saves where a type stands, together with objects that have to be tried again.
    ///
    /// A failed change without a sequence number is added where no change waits for its id.
    func saveIndexState(_ state: IndexState, of index: String, failed: [FailedChange]) async throws

    /// Adds changes of one type, in order; all of them, or none.
    func report(_ changes: [ObjectChange], of type: String, to index: String) async throws

    /// The changes of a type that are due, by their sequence numbers.
    ///
    /// - Parameters:
    ///   - type: The type of the objects.
    ///   - index: The name of the index.
    ///   - limit: The maximum number of changes.
    ///   - now: Changes that are to wait longer than this moment are left out.
    func dueChanges(
        of type: String, in index: String, limit: Int, at now: Date
    ) async throws -> [PendingChange]

    /// Removes the changes that were carried out, and notes why others were not: each only where it has the sequence
    /// number still.
    func settleChanges(
        of type: String, in index: String, done: [PendingChange], failed: [FailedChange]
    ) async throws

    /// What waits of a type.
    func backlog(of type: String, in index: String) async throws -> IndexBacklog

    /// Forgets an index: its changes, and where its types stand.
    func removeIndex(_ index: String) async throws
}

/// A change that waits.
public struct PendingChange: Sendable, Hashable {
    public var id: String
    public var operation: IndexOperation
    /// Grows with every change of the type that is reported.
    public var sequence: Int64
    /// How often it was tried.
    public var attempts: Int

    public init(id: String, operation: IndexOperation, sequence: Int64, attempts: Int = 0) {
        self.id = id
        self.operation = operation
        self.sequence = sequence
        self.attempts = attempts
    }
}

/// A change that was tried and has to be tried again.
public struct FailedChange: Sendable, Hashable {
    public var id: String
    public var operation: IndexOperation
    /// `nil` where it was no journaled change, but part of an initial indexing.
    public var sequence: Int64?
    /// This one included.
    public var attempts: Int
    /// Why, for people to read; without secrets.
    public var reason: String
    /// When it is due again.
    public var notBefore: Date

    public init(
        id: String, operation: IndexOperation, sequence: Int64?, attempts: Int, reason: String,
        notBefore: Date
    ) {
        self.id = id
        self.operation = operation
        self.sequence = sequence
        self.attempts = attempts
        self.reason = reason
        self.notBefore = notBefore
    }
}

/// Where a type of an index stands with its initial indexing.
public struct IndexState: Sendable, Hashable {
    /// How far the initial indexing is.
    public enum Phase: String, Sendable, Hashable {
        /// The index is emptied of the type first.
        case emptying
        /// Objects are written, from the cursor on.
        case scanning
        /// All objects that there were have been written.
        case complete
    }

    public var type: String
    /// What the objects look like and how items are made of them: with another one, all are indexed anew.
    public var generation: String
    public var phase: Phase
    /// The provider's; `nil` at the beginning.
    public var cursor: String?

    public init(type: String, generation: String, phase: Phase, cursor: String? = nil) {
        self.type = type
        self.generation = generation
        self.phase = phase
        self.cursor = cursor
    }
}

/// What waits of a type.
public struct IndexBacklog: Sendable, Hashable {
    /// How many changes wait.
    public var count: Int
    /// How many of them have failed before.
    public var failing: Int
    /// Why the one that failed last did, for people to read.
    public var lastReason: String?
    /// When the next failed one is due.
    public var nextAttempt: Date?

    public init(count: Int = 0, failing: Int = 0, lastReason: String? = nil, nextAttempt: Date? = nil) {
        self.count = count
        self.failing = failing
        self.lastReason = lastReason
        self.nextAttempt = nextAttempt
    }
}
