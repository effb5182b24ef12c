import QuireRemote

/// The names of PocketBase's fields, which are columns of its tables.
enum ColumnName {
    /// Begins the names of Quire's own fields in a managed collection.
    static let ownPrefix = "q_"

    /// The fields that the server or Quire manages in every managed collection.
    static let id = "id"
    static let created = "created"
    static let updated = "updated"
    /// The fields of the module that have a value although their column is empty: `""`, `0`, `false`.
    static let present = "q_has"
    /// The metadata and the values that the module does not declare, as JSON.
    static let metadata = "q_meta"
    /// Counts the writes of a record, so that two writers can tell that they started from the same one.
    static let revision = "q_rev"

    /// The column of the uploaded files of a list of addresses.
    static func files(of column: String) -> String { "q_f_\(column)" }

    /// Whether a filter, a sort order and a projection can name the field.
    static func isLegal(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 60, !isDigit(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// The column of each field of a managed collection: the wire name if PocketBase accepts it, otherwise a name made
    /// of the wire name's bytes. PocketBase ignores the case of names, so of two that differ in case only, one without
    /// upper-case letters keeps its name.
    static func managed(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return names.map { name in
            let lowercase = name.lowercased()
            let isTwin = counts[lowercase, default: 0] > 1 && lowercase != name
            return isLegal(name) && !reserved.contains(lowercase) && !lowercase.hasPrefix(ownPrefix)
                && !isTwin
                ? name : encoded(name)
        }
    }

    /// The collection of a module: its name if PocketBase accepts it, otherwise one made of its bytes.
    static func collection(_ name: String) -> String {
        isLegal(name) && !name.hasPrefix("_") && !name.lowercased().hasPrefix(ownPrefix)
            ? name : encoded(name)
    }

    /// The name in hexadecimal digits, or a hash of it if that is too long.
    private static func encoded(_ name: String) -> String {
        guard name.utf8.count <= 24 else { return "q_h_" + SHA256.hexadecimal(of: name).prefix(32) }
        return "q_n_" + name.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Names that PocketBase refuses, or that managed collections have for something else.
    private static let reserved: Set<String> = [
        "id", "created", "updated", "expand", "collectionid", "collectionname", "null", "true", "false",
        "_rowid_", "rowid", "oid",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
