import Foundation
import QuireCore
import QuireEngine

/// A write that waits to be sent, as ``Outbox/pending()`` lists it.
public struct OutboxEntry: Sendable, Hashable, Identifiable {
    /// Where a write stands.
    public enum State: String, Sendable, Hashable {
        /// It is sent as soon as that can be.
        case waiting
        /// It is on its way, or was when the process ended: whether it arrived is found out with the next attempt.
        case sending
        /// The item was changed or deleted by someone else; see ``Outbox/conflicts(_:)``.
        case conflict
        /// The server does not take it; `failure` says why. It stays until it is corrected, discarded or tried again.
        case refused
    }

    /// Counted up, never used twice: the order in which writes are sent.
    public internal(set) var number: Int64
    /// The number of the first entry of the batch that it was written with.
    public internal(set) var batch: Int64
    /// What was written.
    public internal(set) var operation: WriteOperation
    /// When it was written, by this machine's clock.
    public internal(set) var queuedAt: Date
    public internal(set) var state: State
    /// How often it was sent.
    public internal(set) var attempts: Int
    /// Why the last attempt came to nothing, for people; never with a token in it.
    public internal(set) var lastError: String?
    /// Why it was refused, or what it is in conflict with.
    public internal(set) var failure: WriteFailure?

    public var id: Int64 { number }

    /// The date of the state that the writer saw, in milliseconds; `nil` where the write asks for none.
    package var seen: Int64?
    /// Whether the id was made here, so that nobody else has it.
    package var madeID: Bool
    /// Whether an attempt may have arrived.
    package var isUncertain: Bool
    /// The date of the state that the last attempt named; `nil` where it was to create the item. One that may have
    /// arrived is repeated as it was, whatever has become known of the item since.
    package var sentSeen: Int64?

    package init(
        number: Int64 = 0, batch: Int64 = 0, operation: WriteOperation, queuedAt: Date,
        state: State = .waiting, attempts: Int = 0, lastError: String? = nil, failure: WriteFailure? = nil,
        seen: Int64? = nil, madeID: Bool = false, isUncertain: Bool = false, sentSeen: Int64? = nil
    ) {
        self.number = number
        self.batch = batch
        self.operation = operation
        self.queuedAt = queuedAt
        self.state = state
        self.attempts = attempts
        self.lastError = lastError
        self.failure = failure
        self.seen = seen
        self.madeID = madeID
        self.isUncertain = isUncertain
        self.sentSeen = sentSeen
    }
}

extension OutboxEntry: CustomStringConvertible, CustomReflectable {
    public var description: String {
        var text = "#\(number) \(operation.kind.verb) \(operation.module.name)"
        if let id = operation.id { text += " \(id)" }
        text += ": \(state.rawValue)"
        if attempts > 0 { text += ", attempts: \(attempts)" }
        if let lastError { text += ", \(lastError)" }
        return text
    }

    /// Shows the sentence, and none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}

/// What is known of the server's side of an item that has writes waiting.
package struct OutboxBase: Sendable, Hashable {
    /// The instance as the server last had it; `nil` where the server never had it, as far as is known.
    package var instance: JSONValue?
    /// Whether the server has deleted it since.
    package var isGone: Bool
    /// The instance that the writer built on: what both sides have in common in a conflict.
    package var original: JSONValue?

    package init(_ instance: JSONValue?, isGone: Bool = false, original: JSONValue? = nil) {
        self.instance = instance
        self.isGone = isGone
        self.original = original
    }

    /// The item as it is on the server now; `nil` where it is not there.
    var current: JSONValue? { isGone ? nil : instance }
}
