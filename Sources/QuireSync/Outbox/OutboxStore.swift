import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// Where writes wait: a store that changes its content and the list of what is to be sent in one transaction.
package protocol OutboxStore: ContentEngine {
    /// Makes room for an outbox where there is none.
    func prepareOutbox() async throws

    /// Runs the body in one transaction: all of it, or nothing.
    func outboxTransaction<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (any OutboxTransaction) throws -> Result
    ) async throws -> Result
}

/// What an outbox reads and writes within a transaction.
package protocol OutboxTransaction {
    // MARK: The content as it is seen

    func storedInstance(_ id: String, in module: String) throws -> JSONValue?

    /// Stores an instance; `nil` removes it.
    ///
    /// - Parameter keepsUnfit: Keeps values that do not fit their field aside; without it they are an error.
    func setInstance(_ instance: JSONValue?, _ id: String, in module: String, keepsUnfit: Bool) throws

    func storedIDs(of module: String) throws -> [String]

    // MARK: What is to be sent

    /// Goes through all entries in their order, until the body says `false`.
    func eachHead(_ body: (OutboxHead) throws -> Bool) throws

    func entry(_ number: Int64) throws -> OutboxEntry?

    /// All entries in their order.
    func allEntries() throws -> [OutboxEntry]

    /// The entries that an item depends on: its own, and those that empty its module.
    func entries(of id: String, in module: String) throws -> [OutboxEntry]

    /// Adds an entry and gives it its number.
    func add(_ entry: OutboxEntry) throws -> Int64

    func replace(_ entry: OutboxEntry) throws

    func remove(_ number: Int64) throws

    // MARK: The server's side

    func base(of id: String, in module: String) throws -> OutboxBase?

    func setBase(_ base: OutboxBase?, of id: String, in module: String) throws

    func baseIDs(of module: String) throws -> [String]

    /// Remembers that a write of an item that was seen at a date has given it another.
    func noteSent(_ id: String, in module: String, seen: Int64, now: Int64) throws

    /// The date that the item of a date has now, where only writes from here came between.
    func dateNow(of id: String, in module: String, seen: Int64) throws -> Int64?

    /// The items that writes from here have changed on the server, with the last date.
    func sentDates(in module: String) throws -> [(id: String, date: Int64)]

    // MARK: Who sends

    func lease() throws -> OutboxLease?

    func setLease(_ lease: OutboxLease?) throws
}

/// As much of an entry as says when it is its turn.
package struct OutboxHead: Sendable {
    package var number: Int64
    package var module: String
    /// `nil` for what empties a module.
    package var id: String?
    package var state: OutboxEntry.State

    package init(number: Int64, module: String, id: String?, state: OutboxEntry.State) {
        self.number = number
        self.module = module
        self.id = id
        self.state = state
    }
}

/// An entry of an outbox that this version cannot read: another one wrote it. Nothing of it is lost.
public struct OutboxUnreadableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry's number.
    public var number: Int64
    public var reason: String

    package init(number: Int64, reason: String) {
        self.number = number
        self.reason = reason
    }

    public var description: String {
        PlainText.error(
            "Could not read the pending write #\(number): \(reason)",
            "It stays in the outbox: send it with the version of the app, and of the schema, that wrote it.")
    }
}
