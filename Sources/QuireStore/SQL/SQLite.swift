#if SQLite
import CSQLite

/// What the C macros say that Swift cannot import.
enum SQLite {
    /// Tells SQLite to copy what is bound.
    static let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

    /// STRICT tables came with 3.37.
    static let oldestLibrary: Int32 = 3_037_000

    /// A name as SQL writes it: in double quotes, double quotes doubled.
    static func quoted(_ name: String) -> String {
        // Planned names have none.
        guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
        return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }
}
#endif
