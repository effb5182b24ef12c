import Foundation
import QuireCore
import QuireEngine

/// One entry to be sent, with what it is sent over.
struct OutboxTask: Sendable {
    var entry: OutboxEntry
    var base: OutboxBase
}

/// What sending an entry came to.
enum OutboxVerdict: Sendable {
    /// It is carried out.
    case done(OutboxAnswer)
    /// Someone else has changed the item, `nil` where they have deleted it.
    case conflict(theirs: JSONValue?, WriteFailure?)
    case refused(WriteFailure)
    /// It was not carried out, and is to be sent at once over what the server has now.
    case again(over: JSONValue?)
    /// Nothing can be said yet.
    case later(any Error, isUncertain: Bool)
}

/// What the server has after a write.
struct OutboxAnswer: Sendable {
    /// `nil` where there is nothing.
    var instance: JSONValue?
    /// Whether nobody else has changed the item since, so that what waits is built on it.
    var isOurs = true
    /// The server's date of the write, in milliseconds, where it says so.
    var date: Int64?

    init(_ instance: JSONValue?, isOurs: Bool = true) {
        self.instance = instance
        self.isOurs = isOurs
        date = instance?.lastDate
    }
}

/// What a sender finds when it asks for its next entry.
enum OutboxClaim: Sendable {
    case task(OutboxTask)
    /// Nothing can be sent; how many entries are left.
    case nothing
    /// Someone else sends, at the longest until then.
    case taken(until: Date)
}
