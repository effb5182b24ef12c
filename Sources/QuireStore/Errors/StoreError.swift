#if SQLite

import QuireToolbox

/// Something that a store could not do: what, where, what was expected, and what to do about it.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, for code that reacts to it.
    public enum Code: String, Sendable, Hashable {
        /// The file cannot be opened or created.
        case cannotOpen
        /// The file is an SQLite database, but not a Quire store.
        case notAStore
        /// The file was written by a later version of Quire.
        case newerFormat
        /// The file is damaged, or no database at all.
        case corrupt
        /// The file's tables are not those that the store was opened with: another store or process has changed them.
        case changed
        /// Another program has moved, deleted, replaced or overwritten the file while the store had it open.
        case replaced
        /// The file or its folder cannot be written.
        case readOnly
        /// The store is read-only, and the file's tables are not those of the schema: open it read-write once to migrate
        /// it. `schemaDifference` says what differs.
        case needsMigration
        /// A later schema has migrated the file, and `StoreOptions.downgradePolicy` refuses to go back.
        case downgrade
        /// Another process keeps the file locked.
        case locked
        /// The disk is full.
        case full
        /// The SQLite library is too old.
        case library
        /// The schema needs more than SQLite can hold.
        case schema
        /// The request names a module that the store's schema does not have.
        case unknownModule
        /// A cursor that does not belong to the query.
        case cursor
        /// A line of an import does not fit the schema, in a strict load.
        case input
        /// The store has been closed.
        case closed
        /// Anything else that SQLite reports.
        case database
    }

    public var code: Code
    /// What the store was doing, for example `open the store`.
    public var action: String
    /// The file, or `memory`.
    public var location: String
    /// What went wrong, in SQLite's or the store's words.
    public var reason: String
    /// What to do about it.
    public var advice: String
    /// SQLite's extended result code, where there is one.
    public var resultCode: Int32?
    /// How the file differs from the schema, for `needsMigration` and `downgrade`.
    public var schemaDifference: SchemaDifference?

    public init(
        _ code: Code, action: String, location: String, reason: String, advice: String,
        resultCode: Int32? = nil, schemaDifference: SchemaDifference? = nil
    ) {
        self.code = code
        self.action = action
        self.location = location
        self.reason = reason
        self.advice = advice
        self.resultCode = resultCode
        self.schemaDifference = schemaDifference
    }

    public var description: String { PlainText.error("Could not \(action) (\(location)): \(reason)", advice) }
}
#endif
