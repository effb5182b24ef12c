/// The format of a data file.
enum DataFormat: Sendable, Hashable {
    /// One JSON value per line: NDJSON, also called JSON Lines.
    case lines
    /// A JSON array of items, or JSON values in sequence, over any number of lines.
    case document
    /// Rows of cells: CSV, TSV, or with semicolons.
    case cells(separator: UInt8)

    /// The endings of the files that are taken from a folder.
    static let endings = [".ndjson", ".jsonl", ".json", ".csv", ".tsv"]

    /// A file's name without its folders and its ending, which names its module.
    static func moduleName(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let lowercased = name.lowercased()
        for ending in endings + [".tab", ".txt"]
        where lowercased.hasSuffix(ending) && name.utf8.count > ending.utf8.count {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    /// Detects the format from the file's ending and its first bytes.
    ///
    /// - Parameter head: The first bytes of the file, without a byte order mark.
    init(path: String, head: [UInt8]) {
        let name = path.lowercased()
        if name.hasSuffix(".tsv") || name.hasSuffix(".tab") {
            self = .cells(separator: 0x09)
            return
        }
        let first = head.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let isNamedJSON = [".json", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
        guard isNamedJSON || isJSON && !name.hasSuffix(".csv") else {
            self = .cells(separator: Self.separator(of: head))
            return
        }
        if first == UInt8(ascii: "[") {
            self = .document
        } else if name.hasSuffix(".json"), first == UInt8(ascii: "{"), !Self.firstLineIsWhole(head) {
            self = .document
        } else {
            self = .lines
        }
    }

    /// Whether the first line is a complete JSON value, or is longer than the head.
    private static func firstLineIsWhole(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let line = lines.first(where: { $0.contains { $0 > 0x20 } }) else { return true }
        if !head.contains(0x0A) { return true }
        return Array(line).withUnsafeBytes { (try? DataValue(parsing: $0)) != nil }
    }

    /// The separator that occurs equally often in the first rows. A comma if there is none.
    private static func separator(of head: [UInt8]) -> UInt8 {
        var best: (separator: UInt8, count: Int)?
        var most: (separator: UInt8, count: Int) = (UInt8(ascii: ","), 0)
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")] {
            let counts = counts(of: separator, in: head)
            guard let first = counts.first, first > 0 else { continue }
            if first > most.count { most = (separator, first) }
            if counts.allSatisfy({ $0 == first }), first > best?.count ?? 0 { best = (separator, first) }
        }
        return best?.separator ?? most.separator
    }

    /// How often a separator occurs outside of quotes in each of the first complete rows.
    private static func counts(of separator: UInt8, in head: [UInt8]) -> [Int] {
        var counts: [Int] = []
        var count = 0
        var isQuoted = false
        var isBlank = true
        for byte in head {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A {
                if !isBlank { counts.append(count) }
                if counts.count == 20 { break }
                (count, isBlank) = (0, true)
            } else {
                if byte > 0x20 { isBlank = false }
                if !isQuoted, byte == separator { count += 1 }
            }
        }
        if counts.isEmpty, !isBlank { counts.append(count) }
        return counts
    }
}
