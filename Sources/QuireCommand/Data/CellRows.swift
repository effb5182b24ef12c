import QuireSchema
import QuireTerminal

/// Reads the rows of a CSV or TSV file, as RFC 4180 describes them.
///
/// A quoted cell may contain separators, line ends and doubled quotes. Lines end with LF, CR LF, or CR. Spaces around
/// the quotes of a cell are not part of it.
struct CellRows {
    /// A row with the line on which it begins.
    struct Row {
        var line: Int
        var cells: [String]
        /// Whether no cell has quotes or anything but spaces.
        var isBlank: Bool
    }

    private var bytes: FileBytes
    private let separator: UInt8
    private let path: String
    /// The number of bytes in the cells of the current row.
    private var size = 0

    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: FileBytes, separator: UInt8, path: String) {
        self.bytes = bytes
        self.separator = separator
        self.path = path
    }

    /// Skips a line that is not a row.
    mutating func skipLine() throws {
        var skipped: [UInt8] = []
        while let byte = try bytes.peek(), byte != 0x0A, byte != 0x0D {
            bytes.take(into: &skipped) { $0 == 0x0A || $0 == 0x0D }
            skipped.removeAll(keepingCapacity: true)
        }
        try bytes.skipLineEnd()
    }

    /// Returns the next row that is not an empty line, or `nil` at the end.
    ///
    /// - Throws: `DataFiles.Failure` for a quote without an end or with text behind it, for bytes that are not text in
    ///   UTF-8, and for rows that are too long.
    mutating func next() throws -> Row? {
        while try bytes.peek() != nil {
            var row = Row(line: bytes.line, cells: [], isBlank: true)
            size = 0
            while try cell(into: &row) {}
            if row.cells.count > 1 || !row.isBlank { return row }
        }
        return nil
    }

    /// Reads a cell. Returns whether the row continues.
    private mutating func cell(into row: inout Row) throws -> Bool {
        var text: [UInt8] = []
        let line = bytes.line
        let separator = separator
        while separator != 0x20, try bytes.peek() == 0x20 {
            text.append(0x20)
            _ = try bytes.next()
        }
        let isQuoted = try bytes.peek() == Self.quote
        if isQuoted {
            text.removeAll()
            _ = try bytes.next()
            try quoted(into: &text, from: line)
        }
        while true {
            if !isQuoted {
                bytes.take(into: &text) { $0 == separator || $0 == 0x0A || $0 == 0x0D }
                try check(text, row.line)
            }
            let byte = try bytes.peek()
            if let byte, byte != separator, byte != 0x0A, byte != 0x0D {
                if isQuoted {
                    guard byte == 0x20 else { throw textAfterQuote(text, line) }
                    _ = try bytes.next()
                }
                continue
            }
            size += text.count + 1
            try check([], row.line)
            if isQuoted || row.isBlank && text.contains(where: { $0 > 0x20 }) { row.isBlank = false }
            row.cells.append(try decoded(text, line))
            guard let byte else { return false }
            if byte == separator { _ = try bytes.next() } else { try bytes.skipLineEnd() }
            return byte == separator
        }
    }

    private mutating func quoted(into text: inout [UInt8], from line: Int) throws {
        while true {
            bytes.take(into: &text) { $0 == Self.quote }
            try check(text, line)
            guard let byte = try bytes.peek() else {
                throw failure(
                    line,
                    "a quoted cell begins here and has no end. Close it, and double the quotes inside of it.")
            }
            if byte != Self.quote { continue }
            _ = try bytes.next()
            guard try bytes.peek() == Self.quote else { return }
            _ = try bytes.next()
            text.append(Self.quote)
        }
    }

    /// The error of a quoted cell that ends before the separator.
    private mutating func textAfterQuote(_ text: [UInt8], _ line: Int) -> DataFiles.Failure {
        var rest: [UInt8] = []
        bytes.take(into: &rest) { $0 == 0x0A || $0 == 0x0D }
        let excerpt = quoted(String(decoding: rest.prefix(30), as: UTF8.self))
        let end = line == bytes.line ? "" : " in line \(bytes.line)"
        let reason = "the quoted cell that begins here ends\(end) before \(excerpt)"
        return failure(
            line,
            text.last == UInt8(ascii: "\\")
                ? "\(reason), because a backslash does not escape a quote. Double the quotes inside of cells instead: \"\""
                : "\(reason). Close the quotes where the cell ends, and double the quotes inside of it.")
    }

    private func quoted(_ text: String) -> String { QuireSchema.quoted(text) }

    private func check(_ cell: [UInt8], _ line: Int) throws {
        guard size + cell.count > FileBytes.longestItem else { return }
        throw failure(
            line,
            "the row that begins here is longer than 256 MB, which is the limit. Check its quotes and line ends."
        )
    }

    private func decoded(_ text: [UInt8], _ line: Int) throws -> String {
        if text.contains(0) {
            throw failure(
                line,
                "the line has a NUL byte, so the file is damaged or no text. Remove such bytes: "
                    + "tr -d '\\000' < \(ShellWord.quoted(path))")
        }
        if let decoded = exactText(text) { return decoded }
        let wrong = String(decoding: text, as: UTF8.self)
        throw failure(
            line,
            "the file is not encoded as UTF-8, at \(quoted(String(wrong.prefix(40)))). "
                + TextEncoding.advice(for: text, path: path))
    }

    private func failure(_ line: Int, _ reason: String) -> DataFiles.Failure {
        DataFiles.Failure(description: "\(path):\(line):1: error: \(reason)")
    }
}
