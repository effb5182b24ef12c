import Foundation
import QuireCore
import QuireEngine
import QuireToolbox

/// A store that changes its content and the list of pending writes in one transaction.
package protocol OutboxStore: ContentEngine {
    /// Runs the body in one transaction, which succeeds or fails as a whole.
    func outboxTransaction<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (any OutboxTransaction) throws -> Result
    ) async throws -> Result
}

/// The operations of an outbox within a transaction.
package protocol OutboxTransaction {
    // MARK: Visible content

    func storedInstance(_ id: String, in module: String) throws -> JSONValue?

    /// Stores an instance. `nil` removes it.
    ///
    /// - Parameter keepsIncompatible: Stores values that do not fit their field separately. Otherwise, they are errors.
    func setInstance(_ instance: JSONValue?, _ id: String, in module: String, keepsIncompatible: Bool) throws

    func storedIDs(of module: String) throws -> [String]

    // MARK: Pending writes

    /// Calls the body for each entry in order, until it returns `false`.
    func eachHead(_ body: (OutboxHead) throws -> Bool) throws

    func entry(_ number: Int64) throws -> OutboxEntry?

    /// All entries in their order.
    func allEntries() throws -> [OutboxEntry]

    /// The entries that affect an item: its own, and those that empty its module.
    func entries(of id: String, in module: String) throws -> [OutboxEntry]

    /// Adds an entry and assigns its number.
    func add(_ entry: OutboxEntry) throws -> Int64

    func replace(_ entry: OutboxEntry) throws

    func remove(_ number: Int64) throws

    // MARK: The server's side

    func base(of id: String, in module: String) throws -> OutboxBase?

    func setBase(_ base: OutboxBase?, of id: String, in module: String) throws

    func baseIDs(of module: String) throws -> [String]

    /// Records that a write changed the version date of an item.
    func noteSent(_ id: String, in module: String, seen: Int64, now: Int64) throws

    /// The current version date of an item, if only our own writes changed it since a date.
    func dateNow(of id: String, in module: String, seen: Int64) throws -> Int64?

    /// The items that our writes have changed on the server, with the last date.
    func sentDates(in module: String) throws -> [(id: String, date: Int64)]

    /// Records that the server has confirmed a write of an item.
    func noteConfirmed(_ id: String, in module: String) throws

    /// The items with writes that were confirmed after the one with a number.
    func confirmedIDs(in module: String, after number: Int64) throws -> [String]

    // MARK: Who sends

    func lease() throws -> OutboxLease?

    func setLease(_ lease: OutboxLease?) throws
}

/// The part of an entry that decides when it is sent.
package struct OutboxHead: Sendable {
    package var number: Int64
    package var module: String
    /// `nil` for an operation that empties a module.
    package var id: String?
    package var state: OutboxEntry.State

    package init(number: Int64, module: String, id: String?, state: OutboxEntry.State) {
        self.number = number
        self.module = module
        self.id = id
        self.state = state
    }
}

/// An outbox entry was written by another version and cannot be read. No data is lost.
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

/// The exclusive right to send, among all processes that have the store open.
///
/// It expires, so that a killed sender does not block others. On the same machine, a dead process is detected at
/// once. If two processes still send, for example after a sleep that outlasted the lease, nothing is applied twice,
/// because every write names the version that it is based on.
package struct OutboxLease: Sendable, Hashable {
    package var owner: String
    package var process: Int64
    package var until: Date

    package init(owner: String, process: Int64, until: Date) {
        self.owner = owner
        self.process = process
        self.until = until
    }

    /// Whether nobody else may send now.
    ///
    /// - Parameter length: The duration of leases in seconds. A lease that ends later than that comes from a clock that
    ///   was set back.
    func isHeld(at now: Date, length: TimeInterval) -> Bool {
        now < until && until.timeIntervalSince(now) <= length && Self.isAlive(process)
    }

    private static func isAlive(_ process: Int64) -> Bool {
        guard let number = Int32(exactly: process), number > 0 else { return true }
        return kill(number, 0) == 0 || errno != ESRCH
    }
}
