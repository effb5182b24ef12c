import Foundation
import QuireCore
import QuireSchema
import QuireTerminal

/// An item of a data file.
struct DataRecord: Sendable {
    /// The line on which it begins, from 1.
    var line: Int
    var members: [DataValue.Member]
}

/// Reads the items of a data file of any format, one after the other. `quire infer` and `quire load` share it.
final class DataReader {
    let path: String
    let format: DataFormat
    /// The names of the columns, if the file has cells. Unnamed and repeated columns have a number.
    private(set) var columns: [String] = []
    /// What the reader had to rename or leave out, for warnings. Complete at the end of the file.
    var notes: [LineNote] { fixedNotes + rowNotes.notes + keyNotes.notes }
    private var fixedNotes: [LineNote] = []
    private var keyNotes = LimitedNotes(others: "more items have a key twice")
    private var rowNotes = LimitedNotes(others: "more rows are short or empty")
    private var rows: CellRows?
    /// The first row after the header.
    private var firstRow: CellRows.Row?
    private var elements: JSONElements?
    private var lines: LineReader?
    /// The items of a document that holds them in a list, in reverse order.
    private var enveloped: [DataRecord]?
    /// The number of items so far, with those that cannot be read.
    private(set) var count = 0

    /// The error of an item that cannot be read. The reader continues after it if the file has lines.
    struct ItemFailure: Error {
        var line: Int
        var reason: String
    }

    /// - Throws: `DataFiles.Failure` if the file cannot be read or has no header.
    init(path: String) throws {
        self.path = path
        let bytes = try FileBytes(path: path)
        format = DataFormat(path: path, head: bytes.head)
        if try openEnvelope(head: bytes.head) { return }
        switch format {
        case .lines:
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw DataFiles.Failure(description: "\(path): the file cannot be read")
            }
            lines = try LineReader(.file(file))
        case .document: elements = JSONElements(bytes, path: path)
        case .cells(let layout):
            rows = CellRows(bytes, separator: layout.separator, path: path)
            if layout.hasSeparatorLine { try rows?.skipLine() }
            try readHeader(layout)
        }
    }

    /// Whether decimals may be written with a comma, as in files whose cells are separated by semicolons.
    var usesDecimalCommas: Bool {
        if case .cells(let layout) = format { layout.separator == UInt8(ascii: ";") } else { false }
    }

    /// Whether the file is a document that holds the items in a list.
    var isEnveloped: Bool { enveloped != nil }

    /// Whether items may share a line, so that errors must name the item.
    var namesItems: Bool { isEnveloped || format == .document }

    /// Returns the next item, or `nil` at the end.
    ///
    /// - Throws: `ItemFailure` for one item; `DataFiles.Failure` if nothing after it can be read.
    func next() throws -> DataRecord? {
        if rows != nil { return try nextRow() }
        count += 1
        guard let record = try nextItem() else { return nil }
        if let name = Self.repeatedKey(record.members) {
            let item = namesItems ? " (item \(count))" : ""
            keyNotes.add(
                LineNote(
                    line: record.line,
                    text: "the key \(quoted(name)) appears twice in one item\(item); the first value is used")
            )
        }
        return record
    }

    private func nextItem() throws -> DataRecord? {
        if enveloped != nil { return enveloped?.popLast() }
        if elements != nil {
            guard let element = try elements?.next() else { return nil }
            return try element.bytes.withUnsafeBytes { try record($0, line: element.line) }
        }
        guard let lines, let line = try lines.next() else { return nil }
        guard case .bytes(let bytes) = line else {
            throw ItemFailure(line: lines.lineNumber, reason: "expected a line of at most 256 MB")
        }
        return try record(bytes, line: lines.lineNumber)
    }

    // MARK: - JSON

    private static func repeatedKey(_ members: [DataValue.Member]) -> String? {
        var names: Set<String> = []
        names.reserveCapacity(members.count)
        return members.first { !names.insert($0.name).inserted }?.name
    }

    /// Reads the items of a file that is nothing but one object that contains them.
    private func openEnvelope(head: [UInt8]) throws -> Bool {
        let name = path.lowercased()
        if case .cells = format { return false }
        guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            !name.hasSuffix(".ndjson"), !name.hasSuffix(".jsonl")
        else { return false }
        var elements = JSONElements(try FileBytes(path: path), path: path)
        // An error is reported when the items are read.
        guard let document = try? elements.next(), let isWhole = try? elements.isAtEnd(), isWhole else {
            return false
        }
        var failure: DataFiles.Failure?
        document.bytes.withUnsafeBytes { text in
            guard case .object(var members)? = try? DataValue(parsing: text) else { return }
            if ExtendedJSON.mayOccur(in: text) { members = ExtendedJSON.plain(members) }
            if let error = Envelope.error(in: members) {
                failure = DataFiles.Failure(description: "\(path):\(document.line):1: error: \(error)")
                return
            }
            guard let envelope = Envelope(members) else {
                fixedNotes += Envelope.notes(on: members, path: path).map { LineNote(line: 1, text: $0) }
                return
            }
            fixedNotes += envelope.notes.map { LineNote(line: 1, text: $0) }
            let lines = envelope.lines(in: text, from: document.line)
            let records = envelope.items.enumerated().map { index, members in
                DataRecord(
                    line: lines.indices.contains(index) ? lines[index] : document.line, members: members)
            }
            enveloped = records.reversed()
        }
        if let failure { throw failure }
        return enveloped != nil
    }

    private func record(_ bytes: UnsafeRawBufferPointer, line: Int) throws -> DataRecord {
        let item = namesItems ? " (item \(count))" : ""
        let value: DataValue
        do throws(ValueDecodingError) {
            value = try DataValue(parsing: bytes)
        } catch {
            let before = bytes.prefix(max(0, error.offset)).count { $0 == 0x0A }
            let hint =
                error.reason == .invalidUTF8
                ? ". The file is not encoded as UTF-8. " + TextEncoding.advice(for: bytes, path: path)
                : JSONDialect.hint(bytes, at: error.offset)
            throw ItemFailure(
                line: line + before,
                reason: "expected \(error.expected) at byte \(error.offset) of the item\(item)\(hint)")
        }
        guard case .object(let members) = value else {
            var hint = ""
            if case .list = value {
                hint = ". Give its elements names: jq 'map({name: .[0], …})' \(ShellWord.quoted(path))"
            }
            throw ItemFailure(
                line: line,
                reason: "expected an item, an object in braces, found \(value.excerpt)\(item)\(hint)")
        }
        if count == 1, elements == nil, WrappedItem.isBulkAction(members) {
            throw DataFiles.Failure(
                description:
                    "\(path):\(line):1: error: the file is a bulk request, with an action before each document. Join them: "
                    + "jq -cn 'inputs as $a | {_id: $a[]._id} + input' \(ShellWord.quoted(path)) > items.ndjson"
            )
        }
        let plain = ExtendedJSON.mayOccur(in: bytes) ? ExtendedJSON.plain(members) : members
        return DataRecord(line: line, members: WrappedItem.feature(plain) ?? plain)
    }

    // MARK: - Cells

    private func readHeader(_ layout: CellLayout) throws {
        guard let header = try rows?.next() else { return }
        firstRow = try rows?.next()
        if let problem = layout.problem(of: header, next: firstRow) {
            throw DataFiles.Failure(
                description: "\(path):\(header.line):1: error: \(problem). Then run the command again.")
        }
        var names = ColumnNames(header)
        if CellLayout.looksLikeValues(header.cells, next: firstRow?.cells ?? []) {
            names.notes.insert(
                LineNote(
                    line: header.line,
                    text: "the first line names the columns, but looks like values: "
                        + header.cells.prefix(3).map(quoted).joined(separator: ", ")
                        + ". If the file has no header, add one"), at: 0)
        }
        columns = names.names
        fixedNotes = names.notes
    }

    private func nextRow() throws -> DataRecord? {
        while let row = try firstRow ?? rows?.next() {
            firstRow = nil
            if row.isBlank {
                rowNotes.add(LineNote(line: row.line, text: "the row has only empty cells, and is skipped"))
                continue
            }
            let width = columns.count
            let isLong = row.cells.dropFirst(width).contains { !$0.isEmpty }
            if isLong || width > 1 && row.cells.count == 1 {
                throw ItemFailure(
                    line: row.line,
                    reason:
                        "expected \(Text.count(width, "cell")) as in the header, found \(row.cells.count). "
                        + (isLong
                            ? "Put quotes around cells that contain the separator"
                            : "Remove lines that are no items, or add the missing cells"))
            }
            if row.cells.count < width {
                rowNotes.add(
                    LineNote(
                        line: row.line,
                        text: "the row has \(row.cells.count) of \(Text.count(width, "cell")); "
                            + "the missing ones have no value"))
            }
            // A missing cell has no value, as an empty one.
            let members = zip(columns, row.cells).filter { !$1.isEmpty }.map {
                DataValue.Member(name: $0, value: .cell($1))
            }
            return DataRecord(line: row.line, members: members)
        }
        return nil
    }
}

/// Recognizes texts that resemble JSON: JavaScript, JSON with comments, and Python.
enum JSONDialect {
    /// What is wrong at an offset, as a sentence after a full stop. Empty if it is nothing known.
    static func hint(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String {
        guard offset >= 0, offset < bytes.count else { return "" }
        let rest = String(decoding: bytes[offset...].prefix(12), as: UTF8.self)
        let before = bytes[..<offset].last { $0 > 0x20 }
        let hints: [(start: String, hint: String)] = [
            ("NaN", "JSON has no NaN; write null"), ("Infinity", "JSON has no Infinity; write null"),
            ("-Infinity", "JSON has no Infinity; write null"), ("//", "JSON has no comments; remove them"),
            ("/*", "JSON has no comments; remove them"), ("#", "JSON has no comments; remove them"),
            ("'", "JSON has double quotes"), ("None", "Write the data with json.dumps"),
            ("True", "Write the data with json.dumps"), ("False", "Write the data with json.dumps"),
            ("undefined", "JSON has no undefined; write null"),
        ]
        if let match = hints.first(where: { rest.hasPrefix($0.start) }) { return ". \(match.hint)" }
        if before == UInt8(ascii: ","), rest.hasPrefix("}") || rest.hasPrefix("]") {
            return ". Remove the comma before it"
        }
        return ""
    }
}

/// The names of columns. Unnamed and repeated columns have a number.
struct ColumnNames {
    private(set) var names: [String] = []
    var notes: [LineNote] = []

    init(_ header: CellRows.Row) {
        var limited = LimitedNotes(others: "more columns have repeated names, which got a number")
        var taken: Set<String> = []
        let declared = Set(header.cells)
        // The number that each repeated name got last, because searching from 2 takes quadratic time.
        var numbers: [String: Int] = [:]
        for (index, cell) in header.cells.enumerated() {
            var name = cell.trimmingCharacters(in: .whitespacesAndNewlines)
            if name.isEmpty { name = "column\(index + 1)" }
            if taken.contains(name) {
                var number = (numbers[name] ?? 1) + 1
                while taken.contains("\(name)_\(number)") || declared.contains("\(name)_\(number)") {
                    number += 1
                }
                numbers[name] = number
                limited.add(
                    LineNote(
                        line: header.line,
                        text:
                            "the column \(quoted(name)) appears again as column \(index + 1), which is read as "
                            + quoted("\(name)_\(number)")))
                name = "\(name)_\(number)"
            }
            taken.insert(name)
            names.append(name)
        }
        notes = limited.notes
    }
}
