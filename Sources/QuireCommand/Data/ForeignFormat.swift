/// A format that is neither JSON nor rows of cells, recognized by the first bytes of a file or by its ending.
///
/// Without it, an archive would be blamed for its encoding, and XML would be read as a column of texts.
struct ForeignFormat: Hashable {
    /// What the file is, after "the file is": `compressed with gzip`.
    let name: String
    /// How to get data that can be read, as a sentence.
    let remedy: String

    /// The endings of such files, which are not part of a module's name.
    static let endings = [
        ".gz", ".zip", ".bz2", ".xz", ".zst", ".7z", ".xlsx", ".xls", ".ods", ".numbers", ".parquet", ".pdf",
        ".xml", ".yaml", ".yml", ".html", ".sql", ".sqlite", ".db",
    ]

    /// Returns `nil` for bytes that may be JSON or cells.
    init?(path: String, head: [UInt8]) {
        let quotedPath = ShellWord.quoted(path)
        if let format = Self.signature(head, quotedPath) {
            self = format
            return
        }
        let name = path.lowercased()
        let lines = Self.lines(of: head)
        guard let first = lines.first else { return nil }
        let start = first.prefix(100).lowercased()
        let isData = first.hasPrefix("{") || first.hasPrefix("[")
        if first.hasPrefix("<"), let next = first.dropFirst().first, next.isLetter || "!?".contains(next) {
            let text = String(decoding: head.prefix(4096), as: UTF8.self).lowercased()
            let isPage = ["<!doctype html", "<html", "<table", "<body"].contains { text.contains($0) }
            self.init(
                isPage ? "HTML" : "XML",
                isPage
                    ? "Copy its table into a spreadsheet, and save that as CSV (UTF-8)."
                    : "Convert it to JSON, for example: yq -p xml -o json \(quotedPath)")
        } else if !isData, name.hasSuffix(".yaml") || name.hasSuffix(".yml") || Self.isYAML(lines) {
            self.init("YAML", "Convert it to JSON, for example: yq -o json \(quotedPath)")
        } else if !isData, name.hasSuffix(".sql") || Self.isSQL(start) {
            self.init(
                "SQL",
                "Load it into its database, and export the tables as CSV with a header, or as JSON.")
        } else if start.hasPrefix("begin:vc") {
            self.init("a calendar or an address book", "Export it as CSV.")
        } else if lines.count > 1, lines[1].contains("---"), lines[1].allSatisfy({ "|-+: ".contains($0) }) {
            self.init("a table for people to read", "Export the data as CSV or JSON instead.")
        } else {
            return nil
        }
    }

    private init(_ name: String, _ remedy: String) {
        self.name = name
        self.remedy = remedy
    }

    // MARK: - Binary formats

    private static func signature(_ head: [UInt8], _ path: String) -> ForeignFormat? {
        if head.starts(with: Array("PK".utf8)), head.count > 3, [3, 5, 7].contains(head[2]) {
            return archive(head, path)
        }
        let unpacked = ".gz .bz2 .xz .zst .lz4".split(separator: " ").first { path.hasSuffix($0) }
        let target = unpacked.map { String(path.dropLast($0.count)) } ?? "\(path).unpacked"
        for (name, tool, start) in compressed where head.starts(with: start) {
            return Self("compressed with \(name)", "Unpack it: \(tool) \(path) > \(target)")
        }
        for (name, remedy, start) in binary where head.starts(with: start) {
            return Self(name, remedy.replacing("FILE", with: path))
        }
        if head.count > 262, head[257..<262].elementsEqual("ustar".utf8) {
            return Self("a tar archive", "Unpack it: tar -xf \(path)")
        }
        return nil
    }

    /// Spreadsheets are archives, too. The names of their parts are not compressed.
    private static func archive(_ head: [UInt8], _ path: String) -> ForeignFormat {
        let text = String(decoding: head, as: UTF8.self)
        let parts: [(part: String, name: String)] = [
            ("xl/", "an Excel workbook"), ("opendocument.spreadsheet", "an OpenDocument spreadsheet"),
            ("Index/Document.iwa", "a Numbers spreadsheet"), ("Index/Tables/", "a Numbers spreadsheet"),
        ]
        if let part = parts.first(where: { text.contains($0.part) }) {
            return Self(part.name, spreadsheet)
        }
        if text.contains("word/") || text.contains("ppt/") || text.contains("opendocument.") {
            return Self("an Office document", "Export its data as CSV.")
        }
        return Self("a ZIP archive", "Unpack it: unzip \(path)")
    }

    private static let spreadsheet = "Open it, and save each table as CSV (UTF-8)."

    private static let compressed: [(name: String, tool: String, start: [UInt8])] = [
        ("gzip", "gunzip -c", [0x1F, 0x8B]), ("bzip2", "bunzip2 -c", Array("BZh".utf8)),
        ("xz", "xz -dc", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        ("Zstandard", "zstd -dc", [0x28, 0xB5, 0x2F, 0xFD]), ("LZ4", "lz4 -dc", [0x04, 0x22, 0x4D, 0x18]),
    ]

    private static let binary: [(name: String, remedy: String, start: [UInt8])] = [
        ("a 7-Zip archive", "Unpack it: 7z x FILE", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        ("a RAR archive", "Unpack it: unrar x FILE", Array("Rar!".utf8)),
        ("a document of an old Office program, such as Excel 97", spreadsheet, [0xD0, 0xCF, 0x11, 0xE0]),
        ("a Parquet file", "Convert it: duckdb -json -c \"FROM 'FILE'\" > items.json", Array("PAR1".utf8)),
        ("an Avro file", "Convert it: avro-tools tojson FILE > items.ndjson", Array("Obj\u{1}".utf8)),
        ("an ORC file", "Export its data as JSON.", Array("ORC".utf8)),
        ("an Arrow file", "Export its data as JSON.", Array("ARROW1".utf8)),
        ("an HDF5 file", "Export its data as CSV.", [0x89, 0x48, 0x44, 0x46]),
        (
            "an SQLite database", "Export each table: sqlite3 -json FILE 'SELECT * FROM items' > items.json",
            Array("SQLite format 3\0".utf8)
        ),
        ("a PDF document", "Export its data as CSV where the document was made.", Array("%PDF-".utf8)),
        ("a rich text document", "Save it as plain text.", Array("{\\rtf".utf8)),
        ("a binary property list", "Convert it: plutil -convert json FILE", Array("bplist0".utf8)),
        ("an image", "Export the data as text.", [0x89, 0x50, 0x4E, 0x47]),
        ("an image", "Export the data as text.", [0xFF, 0xD8, 0xFF]),
        ("an image", "Export the data as text.", Array("GIF8".utf8)),
    ]

    // MARK: - Other texts

    /// The first lines that are not blank.
    private static func lines(of head: [UInt8]) -> [Substring] {
        String(decoding: head.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.contains { !$0.isWhitespace } }.prefix(10).map { $0 }
    }

    /// Whether the first lines are keys with values or items of a list, none of which is a row of cells.
    private static func isYAML(_ lines: [Substring]) -> Bool {
        let content = lines.drop { $0.hasPrefix("#") || $0.hasPrefix("%") }
        guard var first = content.first, content.count > 1 else { return false }
        if first.wholeMatch(of: /---\s*/) != nil {
            first = content.dropFirst().first ?? ""
            return isEntry(first)
        }
        guard isEntry(first), !content.contains(where: { $0.contains(";") || $0.contains("\t") }) else {
            return false
        }
        return content.dropFirst().allSatisfy { isEntry($0.drop { $0 == " " }) }
    }

    private static func isEntry(_ line: Substring) -> Bool {
        line.prefixMatch(of: /(?:- )?[A-Za-z_][A-Za-z0-9_-]*:(?:\s|$)/) != nil || line.hasPrefix("- ")
    }

    private static func isSQL(_ start: String) -> Bool {
        let statements = [
            "insert into ", "create table ", "create database ", "drop table ", "begin transaction",
            "pragma ", "set names ", "/*!", "-- ", "begin;",
        ]
        return statements.contains { start.hasPrefix($0) }
    }
}

/// Words for a shell, in commands that messages propose.
enum ShellWord {
    /// The path, in quotes if a shell would read it otherwise.
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 >= 0x80
                || "._-/".utf8.contains($0)
        }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}
