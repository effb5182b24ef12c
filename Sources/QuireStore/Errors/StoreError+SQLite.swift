#if SQLite
import CSQLite
import Foundation

extension StoreError {
    /// The error for a result code of SQLite.
    ///
    /// - Parameter systemError: The system's own number of an error (`errno`) that the code stands for; 0 for none.
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
            (.cannotOpen, "Check that the folder exists and that this process may write to it.")
        case SQLITE_NOTADB:
            (
                .corrupt,
                "The file is no SQLite database. Move it away, then open the store again and load it anew."
            )
        case SQLITE_CORRUPT where resultCode == SQLITE_CORRUPT | (1 << 8):
            // Of a virtual table: the only ones are those of full text.
            (
                .corrupt,
                "The full-text index is damaged, the content is not: `store.fullText.rebuild()` makes it anew."
            )
        case SQLITE_CORRUPT:
            (
                .corrupt,
                "Move the file away (keep it: `sqlite3 FILE .recover` may read it), then load the store anew."
            )
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            (.readOnly, "Make the file and its folder writable, or open the store read-only.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            (
                .locked,
                "Another process is writing to the file. Close it, or raise `busyTimeout`, and try again."
            )
        case SQLITE_FULL: full
        // A quota, a limit of a file's size, and a disk too full for the journal's index are no failures of the disk.
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemError): full
        case SQLITE_IOERR:
            (
                .database,
                "The disk failed to read or write. Check it, and try again; what was committed is intact."
            )
        case SQLITE_TOOBIG:
            (.database, "A value is longer than SQLite can hold.")
        case SQLITE_ERROR where message == "unsupported file format":
            (.corrupt, "The file is damaged, or of a later SQLite. Move it away, then load the store anew.")
        case SQLITE_ERROR where message.hasPrefix("no such table") || message.hasPrefix("no such column"):
            (
                .changed,
                "Another process may have brought the file to another schema: open the store again, with that schema. "
                    + "If it says so again, the file is damaged: move it away, and load the store anew."
            )
        default:
            (.database, "This is a mistake in Quire, please report it with the text of this error.")
        }
    }

    private static let full = (
        Code.full, "Free some space on the disk and try again; what was committed before is intact."
    )
}
#endif
