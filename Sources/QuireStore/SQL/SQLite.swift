#if SQLite
import CSQLite

/// Values of C macros that Swift cannot import, and quoting of names.
enum SQLite {
    /// Makes SQLite copy bound bytes.
    static let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)

    /// The oldest supported version: the first with STRICT tables.
    static let oldestLibrary: Int32 = 3_037_000

    /// A name as SQL writes it: in double quotes, double quotes doubled.
    static func quoted(_ name: String) -> String {
        // Planned names have none.
        guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
        return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// A text as a literal, for lists that may be longer than the number of parameters.
    static func text(_ text: String) -> String {
        let digits = text.utf8.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "CAST(x'\(digits.joined())' AS TEXT)"
    }
}
#endif
