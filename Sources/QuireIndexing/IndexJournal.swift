import Foundation

/// Stores the pending changes of an index until they have been indexed: durably, in order, one entry per id.
///
/// `Store` is a journal in the file of its content. The app names its indexes, and one journal may serve several.
///
/// - A change of an id replaces the pending change of that id, with a new sequence number at the end: the last
///   operation wins.
/// - A change is removed by its sequence number, never by its id, so changes reported meanwhile are kept.
public protocol IndexJournal: AnyObject, Sendable {
    /// Identifies the journal: one monitor at a time may feed an index of it. By default, that of this object.
    var identity: ObjectIdentifier { get }

    /// Prepares for an index with these types: drops entries of other types, and makes every change due.
    func openIndex(_ index: String, types: [String]) async throws

    /// The states of an index's types. Types that were never saved are missing.
    func indexStates(of index: String) async throws -> [IndexState]

    /// Saves the state of a type, together with objects that must be retried.
    ///
    /// A failed change without a sequence number is added if no change is pending for its id.
    func saveIndexState(_ state: IndexState, of index: String, failed: [FailedChange]) async throws

    /// Adds changes of one type in order, either all of them or none.
    func report(_ changes: [ObjectChange], of type: String, to index: String) async throws

    /// Returns the due changes of a type, ordered by sequence number.
    ///
    /// - Parameters:
    ///   - type: The type of the objects.
    ///   - index: The name of the index.
    ///   - limit: The maximum number of changes.
    ///   - now: The current time. Changes with a later retry time are not due.
    func dueChanges(
        of type: String, in index: String, limit: Int, at now: Date
    ) async throws -> [PendingChange]

    /// Removes the changes that succeeded and records the errors of the others. Changes whose sequence number has
    /// changed are left alone.
    func settleChanges(
        of type: String, in index: String, done: [PendingChange], failed: [FailedChange]
    ) async throws

    /// Returns the pending changes of a type, as numbers.
    func backlog(of type: String, in index: String) async throws -> IndexBacklog

    /// Removes an index: its changes and the states of its types.
    func removeIndex(_ index: String) async throws
}

extension IndexJournal {
    public var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

/// A pending change.
public struct PendingChange: Sendable, Hashable {
    public var id: String
    public var operation: IndexOperation
    /// Increases with every reported change of the type.
    public var sequence: Int64
    /// The number of attempts.
    public var attempts: Int

    public init(id: String, operation: IndexOperation, sequence: Int64, attempts: Int = 0) {
        self.id = id
        self.operation = operation
        self.sequence = sequence
        self.attempts = attempts
    }
}

/// A change that failed and must be retried.
public struct FailedChange: Sendable, Hashable {
    public var id: String
    public var operation: IndexOperation
    /// `nil` if it was not a journaled change, but part of an initial indexing.
    public var sequence: Int64?
    /// The number of attempts, including this one.
    public var attempts: Int
    /// The reason in readable form, without secrets.
    public var reason: String
    /// The time of the next attempt.
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

/// The progress of a type's initial indexing.
public struct IndexState: Sendable, Hashable {
    /// The phase of the initial indexing.
    public enum Phase: String, Sendable, Hashable {
        /// The index is being emptied of the type.
        case emptying
        /// Objects are being written, starting at the cursor.
        case scanning
        /// All existing objects have been written.
        case complete
    }

    public var type: String
    /// Identifies the shape of the objects and of the items made from them. If it changes, all objects are reindexed.
    public var generation: String
    public var phase: Phase
    /// The provider's cursor. `nil` at the beginning.
    public var cursor: String?

    public init(type: String, generation: String, phase: Phase, cursor: String? = nil) {
        self.type = type
        self.generation = generation
        self.phase = phase
        self.cursor = cursor
    }
}

/// The backlog of a type.
public struct IndexBacklog: Sendable, Hashable {
    /// The number of pending changes.
    public var count: Int
    /// The number of them that have failed before.
    public var failing: Int
    /// The reason of the most recent failure, in readable form.
    public var lastReason: String?
    /// The time of the next retry.
    public var nextAttempt: Date?

    public init(count: Int = 0, failing: Int = 0, lastReason: String? = nil, nextAttempt: Date? = nil) {
        self.count = count
        self.failing = failing
        self.lastReason = lastReason
        self.nextAttempt = nextAttempt
    }
}
