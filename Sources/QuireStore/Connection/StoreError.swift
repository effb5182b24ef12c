#if SQLite
import CSQLite
import Foundation
import QuireCore
import QuireToolbox

/// An error of a store: what failed, where, why, and how to solve it.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for code that handles it.
    public enum Code: String, Sendable, Hashable {
        /// The file cannot be opened or created.
        case cannotOpen
        /// The file is an SQLite database, but not a Quire store.
        case notAStore
        /// The file has a trigger, a view or another definition that Quire has not made, and that could change content.
        case foreign
        /// The file was written by another version of Quire, whose files have another format.
        case otherFormat
        /// The file is damaged or is not a database.
        case corrupt
        /// The file's tables have changed since the store was opened, because of another store or process.
        case changed
        /// Another program has moved, deleted, replaced or overwritten the file while the store had it open.
        case replaced
        /// The file or its folder cannot be written.
        case readOnly
        /// The store is read-only, and the file's tables do not match the schema. Open it read-write once to migrate
        /// it.
        /// `schemaDifference` describes the difference.
        case needsMigration
        /// A later schema has migrated the file, and `StoreOptions.downgradePolicy` forbids a downgrade.
        case downgrade
        /// Stored values do not fit the schema, and `StoreOptions.isStrict` forbids such a migration. `migrationPlan`
        /// lists them.
        case incompatible
        /// There is already a file where a backup should be written.
        case exists
        /// Another process has locked the file.
        case locked
        /// The disk is full.
        case full
        /// The SQLite library is too old.
        case library
        /// The schema needs more than SQLite can hold.
        case schema
        /// The request names a module that the store's schema does not have.
        case unknownModule
        /// The cursor does not belong to the query.
        case cursor
        /// In a strict load, a line does not match the schema.
        case input
        /// A transaction's client was used outside of the transaction, or another client wrote inside of it.
        case transaction
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
    /// What went wrong, as described by SQLite or the store.
    public var reason: String
    /// How to solve it.
    public var advice: String
    /// SQLite's extended result code, if there is one.
    public var resultCode: Int32?
    /// How the file differs from the schema, for `needsMigration` and `downgrade`.
    public var schemaDifference: SchemaDifference?
    /// What a migration would do, for `incompatible`.
    public var migrationPlan: MigrationPlan?

    public init(
        _ code: Code, action: String, location: String, reason: String, advice: String,
        resultCode: Int32? = nil, schemaDifference: SchemaDifference? = nil,
        migrationPlan: MigrationPlan? = nil
    ) {
        self.code = code
        self.action = action
        self.location = location
        self.reason = reason
        self.advice = advice
        self.resultCode = resultCode
        self.schemaDifference = schemaDifference
        self.migrationPlan = migrationPlan
    }

    public var description: String { PlainText.error("Could not \(action) (\(location)): \(reason)", advice) }
}

extension StoreError {
    /// The error for a result code of SQLite.
    ///
    /// - Parameter systemError: The system error number (`errno`) behind the result code; 0 if there is none.
    init(
        resultCode: Int32, message: String, action: String, location: String, systemError: Int32 = 0
    ) {
        let (code, advice) = Self.meaning(of: resultCode, message, systemError)
        self.init(
            code, action: action, location: location, reason: "\(message) (SQLite \(resultCode))",
            advice: advice,
            resultCode: resultCode)
    }

    private static func meaning(
        of resultCode: Int32, _ message: String, _ systemError: Int32
    ) -> (Code, String) {
        switch resultCode & 0xFF {
        case SQLITE_CANTOPEN:
            (
                .cannotOpen,
                "Check that the folder exists, and that this process may read the file and write to its folder."
            )
        case SQLITE_NOTADB:
            (
                .corrupt,
                "The file is not an SQLite database. Check the path, or move the file away and load the content into a new one."
            )
        case SQLITE_CORRUPT where resultCode == SQLITE_CORRUPT | (1 << 8):
            // Virtual tables are only used for full text.
            (
                .corrupt,
                "Only the full-text index is damaged: rebuild it with `store.fullText.rebuild()`."
            )
        case SQLITE_CORRUPT:
            (
                .corrupt,
                "Move the file away and load the content into a new one. Keep the file: `sqlite3 FILE .recover` may read it."
            )
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            (.readOnly, "Make the file and its folder writable, or open the store read-only.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            (
                .locked,
                "Another process is writing to the file. Close it, or raise `busyTimeout`, and try again."
            )
        case SQLITE_FULL: full
        // An exceeded quota or file size limit, or a disk too full for the journal's index, is not a disk failure.
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemError): full
        case SQLITE_IOERR:
            (
                .database,
                "The disk failed to read or write. Check it, and try again; what was committed is intact."
            )
        case SQLITE_TOOBIG:
            (.database, "A value is longer than SQLite can hold: make it shorter, or store a link to it.")
        case SQLITE_ERROR where message == "unsupported file format":
            (
                .corrupt,
                "The file is damaged, or written by a later SQLite. Move it away and load the content into a new one."
            )
        case SQLITE_ERROR where message.hasPrefix("no such table") || message.hasPrefix("no such column"):
            (
                .changed,
                "Another process may have migrated the file: open the store again, with that process's schema. "
                    + "If that fails too, the file is damaged: move it away and load the content into a new one."
            )
        default:
            (.database, "This is a bug in Quire: please report it with the text of this error.")
        }
    }

    private static let full = (
        Code.full, "Free some space on the disk and try again; what was committed before is intact."
    )
}

extension UnsupportedError {
    /// The engine's name in capabilities and errors.
    static let storeEngine = "QuireStore"
}
#endif
