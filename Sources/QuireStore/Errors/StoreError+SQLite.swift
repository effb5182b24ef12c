#if SQLite
import CSQLite

extension StoreError {
    /// The error for a result code of SQLite.
    init(resultCode: Int32, message: String, action: String, location: String) {
        let (code, advice) = Self.meaning(of: resultCode)
        self.init(
            code, action: action, location: location, reason: "\(message) (SQLite \(resultCode))",
            advice: advice,
            resultCode: resultCode)
    }

    private static func meaning(of resultCode: Int32) -> (Code, String) {
        switch resultCode & 0xFF {
        case SQLITE_CANTOPEN:
            (.cannotOpen, "Check that the folder exists and that this process may write to it.")
        case SQLITE_NOTADB:
            (
                .corrupt,
                "The file is no SQLite database. Move it away, then open the store again and load it anew."
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
        case SQLITE_FULL:
            (.full, "Free some space on the disk and try again; what was committed before is intact.")
        case SQLITE_IOERR:
            (
                .database,
                "The disk failed to read or write. Check it, and try again; what was committed is intact."
            )
        case SQLITE_TOOBIG:
            (.database, "A value is longer than SQLite can hold.")
        default:
            (.database, "This is a mistake in Quire, please report it with the text of this error.")
        }
    }
}
#endif
