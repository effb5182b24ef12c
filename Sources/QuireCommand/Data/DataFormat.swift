import Foundation

/// The format of a data file.
enum DataFormat: Sendable, Hashable {
    /// One JSON value per line: NDJSON, also called JSON Lines.
    case lines
    /// A JSON array of items, or JSON values in sequence, over any number of lines.
    case document
    /// Rows of cells: CSV, TSV, or with semicolons.
    case cells(CellLayout)

    /// The endings of the files that are taken from a folder.
    static let endings = [".ndjson", ".jsonl", ".json", ".geojson", ".csv", ".tsv"]

    /// A file's name without its folders and its ending, which names its module. Some file systems take names apart.
    static func moduleName(of path: String) -> String {
        let name = (path.split(separator: "/").last.map(String.init) ?? path)
            .precomposedStringWithCanonicalMapping
        let lowercased = name.lowercased()
        func dropping(_ endings: [String]) -> String? {
            endings.first { lowercased.hasSuffix($0) && name.utf8.count > $0.utf8.count }
                .map { String(name.dropLast($0.count)) }
        }
        // "books.csv.gz" holds books.
        return dropping(endings + [".tab", ".txt"]) ?? dropping(ForeignFormat.endings).map(moduleName) ?? name
    }

    /// Detects the format from the file's ending and its first bytes.
    ///
    /// - Parameter head: The first bytes of the file, without a byte order mark.
    init(path: String, head: [UInt8]) {
        let name = path.lowercased()
        let isTabbed = name.hasSuffix(".tsv") || name.hasSuffix(".tab")
        let first = head.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let isNamedJSON = [".json", ".geojson", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
        guard isNamedJSON || isJSON && !isTabbed && !name.hasSuffix(".csv") else {
            self = .cells(CellLayout(head: head, isTabbed: isTabbed))
            return
        }
        if first == UInt8(ascii: "[") {
            self = .document
        } else if name.hasSuffix("json"), !name.hasSuffix(".ndjson"), first == UInt8(ascii: "{"),
            !Self.firstLineIsWhole(head)
        {
            self = .document
        } else {
            self = .lines
        }
    }

    /// Whether the first line is a complete JSON value, and ends within the head.
    private static func firstLineIsWhole(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let line = lines.first(where: { $0.contains { $0 > 0x20 } }) else { return true }
        return Array(line).withUnsafeBytes { (try? DataValue(parsing: $0)) != nil }
    }
}
