#if SQLite
import CSQLite
import Foundation

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
#endif
