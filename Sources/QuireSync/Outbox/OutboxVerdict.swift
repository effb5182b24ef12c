import Foundation
import QuireCore
import QuireEngine

/// One entry to send, with the item's base.
struct OutboxTask: Sendable {
    var entry: OutboxEntry
    var base: OutboxBase
}

/// The result of sending an entry.
enum OutboxVerdict: Sendable {
    /// The write was applied.
    case done(OutboxResponse)
    /// Someone else has changed the item, or deleted it if `theirs` is `nil`.
    case conflict(theirs: JSONValue?, WriteError?)
    case refused(WriteError)
    /// The write was not applied and must be sent again at once, over the server's current version.
    case again(over: JSONValue?)
    /// The result is not known yet.
    case later(any Error, isUncertain: Bool)
}

/// The server's state after a write.
struct OutboxResponse: Sendable {
    /// `nil` if the item does not exist.
    var instance: JSONValue?
    /// Whether nobody else has changed the item since, so that pending writes are based on it.
    var isOurs = true
    /// The server's date of the write in milliseconds, if it reports one.
    var date: Int64?

    init(_ instance: JSONValue?, isOurs: Bool = true) {
        self.instance = instance
        self.isOurs = isOurs
        date = instance?.lastDate
    }
}

/// The result of asking for the next entry.
enum OutboxClaim: Sendable {
    case task(OutboxTask)
    /// Nothing can be sent. Contains the number of remaining entries.
    case nothing
    /// Another sender holds the lease, at most until this time.
    case taken(until: Date)
}
