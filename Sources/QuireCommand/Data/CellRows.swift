import QuireSchema

/// Reads the rows of a CSV or TSV file, as RFC 4180 describes them.
///
/// A quoted cell may contain separators, line ends and doubled quotes. Lines end with LF, CR LF, or CR.
struct CellRows {
    /// A row with the line on which it begins.
    struct Row {
        var line: Int
        var cells: [String]
    }

    private var bytes: FileBytes
    private let separator: UInt8
    private let path: String

    private static let quote = UInt8(ascii: "\"")
    private static let longestCell = 64 << 20

    init(_ bytes: FileBytes, separator: UInt8, path: String) {
        self.bytes = bytes
        self.separator = separator
        self.path = path
    }

    /// Returns the next row that is not blank, or `nil` at the end.
    ///
    /// - Throws: `DataFiles.Failure` for a quote without an end, and for bytes that are not UTF-8.
    mutating func next() throws -> Row? {
        while try bytes.peek() != nil {
            let line = bytes.line
            var cells: [String] = []
            while try cell(into: &cells) {}
            if cells.count > 1 || cells.first?.isEmpty == false { return Row(line: line, cells: cells) }
        }
        return nil
    }

    /// Reads a cell. Returns whether the row continues.
    private mutating func cell(into cells: inout [String]) throws -> Bool {
        var text: [UInt8] = []
        let line = bytes.line
        if try bytes.peek() == Self.quote {
            _ = try bytes.next()
            try quoted(into: &text, from: line)
        }
        while true {
            let separator = separator
            bytes.take(into: &text) { $0 == separator || $0 == 0x0A || $0 == 0x0D }
            guard let byte = try bytes.peek() else {
                cells.append(try decoded(text, line))
                return false
            }
            if byte != separator, byte != 0x0A, byte != 0x0D { continue }
            _ = try bytes.next()
            if byte == 0x0D, try bytes.peek() == 0x0A { _ = try bytes.next() }
            cells.append(try decoded(text, line))
            return byte == separator
        }
    }

    private mutating func quoted(into text: inout [UInt8], from line: Int) throws {
        while true {
            bytes.take(into: &text) { $0 == Self.quote }
            guard let byte = try bytes.peek(), text.count <= Self.longestCell else {
                throw DataFiles.Failure(
                    description: "\(path):\(line):1: error: a quoted cell begins here and has no end. "
                        + "Close it, and double the quotes inside of it.")
            }
            if byte != Self.quote { continue }
            _ = try bytes.next()
            guard try bytes.peek() == Self.quote else { return }
            _ = try bytes.next()
            text.append(Self.quote)
        }
    }

    private func decoded(_ text: [UInt8], _ line: Int) throws -> String {
        if let decoded = exactText(text) { return decoded }
        let wrong = String(decoding: text, as: UTF8.self)
        throw DataFiles.Failure(
            description: "\(path):\(line):1: error: the file is not encoded as UTF-8, at "
                + "\(QuireSchema.quoted(String(wrong.prefix(40)))). Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 \(path)"
        )
    }
}
