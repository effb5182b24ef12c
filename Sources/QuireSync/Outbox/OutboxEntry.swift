import Foundation
import QuireCore
import QuireEngine

/// A pending write, as listed by ``Outbox/pending()``.
public struct OutboxEntry: Sendable, Hashable, Identifiable {
    /// The state of a pending write.
    public enum State: String, Sendable, Hashable {
        /// It will be sent as soon as possible.
        case waiting
        /// It is in flight, or was when the process ended. The next attempt checks whether it arrived.
        case sending
        /// Someone else changed or deleted the item. See ``Outbox/conflicts(_:)``.
        case conflict
        /// The server rejected it. `failure` says why. It stays until it is corrected, dropped or retried.
        case refused
    }

    /// An increasing number that is never reused. It defines the order in which writes are sent.
    public internal(set) var number: Int64
    /// The number of the first entry in the same batch.
    public internal(set) var batch: Int64
    /// The write.
    public internal(set) var operation: WriteOperation
    /// When it was written, according to this device's clock.
    public internal(set) var queuedAt: Date
    public internal(set) var state: State
    /// The number of attempts.
    public internal(set) var attempts: Int
    /// The reason why the last attempt failed, in readable form and without tokens.
    public internal(set) var lastError: String?
    /// The reason for the rejection, or the conflict.
    public internal(set) var failure: WriteError?

    public var id: Int64 { number }

    /// The date of the version that the writer saw, in milliseconds. `nil` for an unconditional write.
    package var seen: Int64?
    /// Whether the id was created on this device, so that nobody else can have it.
    package var madeID: Bool
    /// Whether an attempt may have arrived.
    package var isUncertain: Bool
    /// The version date in the last attempt, or `nil` if it was to create the item. An attempt that may have arrived is
    /// repeated unchanged, whatever has become known about the item since.
    package var sentSeen: Int64?

    package init(
        number: Int64 = 0, batch: Int64 = 0, operation: WriteOperation, queuedAt: Date,
        state: State = .waiting, attempts: Int = 0, lastError: String? = nil, failure: WriteError? = nil,
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

    /// Shows the description, but none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["entry": description]) }
}

/// The known server state of an item with pending writes.
package struct OutboxBase: Sendable, Hashable {
    /// The server's last known instance, or `nil` if the server never had the item, as far as is known.
    package var instance: JSONValue?
    /// Whether the server has deleted the item since.
    package var isGone: Bool
    /// The instance that the local writes are based on, which is the common ancestor in a conflict.
    package var original: JSONValue?

    package init(_ instance: JSONValue?, isGone: Bool = false, original: JSONValue? = nil) {
        self.instance = instance
        self.isGone = isGone
        self.original = original
    }

    /// The server's current instance, or `nil` if it does not exist there.
    var current: JSONValue? { isGone ? nil : instance }
}
