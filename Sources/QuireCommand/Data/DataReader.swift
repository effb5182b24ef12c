import Foundation
import QuireCore
import QuireSchema

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
    /// What the reader had to rename, for warnings.
    private(set) var notes: [String] = []
    private var rows: CellRows?
    private var elements: JSONElements?
    private var lines: LineReader?
    /// The items of a document that holds them in a list, in reverse order.
    private var enveloped: [DataRecord]?

    /// The number of repeated columns that are reported one by one.
    private static let mostColumnNotes = 20

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
        if path.lowercased().hasSuffix(".json"), bytes.head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
            try openEnvelope()
            if enveloped != nil { return }
        }
        switch format {
        case .lines:
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw DataFiles.Failure(description: "\(path): the file cannot be read")
            }
            lines = try LineReader(.file(file))
        case .document: elements = JSONElements(bytes, path: path)
        case .cells(let separator):
            rows = CellRows(bytes, separator: separator, path: path)
            if let header = try rows?.next() { name(header.cells) }
        }
    }

    /// Whether decimals may be written with a comma, as in files whose cells are separated by semicolons.
    var usesDecimalCommas: Bool { format == .cells(separator: UInt8(ascii: ";")) }

    /// Reads the items of a file that is nothing but one object with a list of them.
    private func openEnvelope() throws {
        var elements = JSONElements(try FileBytes(path: path), path: path)
        // An error is reported when the items are read.
        guard let document = try? elements.next(), let rest = try? elements.isAtEnd(), rest else { return }
        document.bytes.withUnsafeBytes { text in
            guard case .object(var members)? = try? DataValue(parsing: text) else { return }
            if ExtendedJSON.mayOccur(in: text) { members = ExtendedJSON.plain(members) }
            if let first = Envelope.lists(in: members).first {
                notes.append(
                    "the file is one item with several lists of objects. For a module of each, write each list to a file "
                        + "of its own: jq '.\(first)' \(path) > \(first).json")
            }
            guard let envelope = Envelope(members) else { return }
            let lines = envelope.lines(in: text, from: document.line)
            var records: [DataRecord] = []
            for (index, item) in envelope.items.enumerated() {
                guard case .object(let members) = item else { continue }
                let line = index < lines.count ? lines[index] : document.line
                records.append(DataRecord(line: line, members: members))
            }
            if !envelope.others.isEmpty {
                notes.append(
                    "the items are the elements of \(quoted(envelope.key)); the rest is left out: "
                        + envelope.others.joined(separator: ", "))
            }
            enveloped = records.reversed()
        }
    }

    private func name(_ header: [String]) {
        var taken: Set<String> = []
        let declared = Set(header)
        // The number that each repeated name got last, because searching from 2 takes quadratic time.
        var numbers: [String: Int] = [:]
        var repeated = 0
        for (index, cell) in header.enumerated() {
            var name = cell.trimmingCharacters(in: .whitespacesAndNewlines)
            if name.isEmpty { name = "column\(index + 1)" }
            if taken.contains(name) {
                var number = (numbers[name] ?? 1) + 1
                while taken.contains("\(name)_\(number)") || declared.contains("\(name)_\(number)") {
                    number += 1
                }
                numbers[name] = number
                repeated += 1
                if repeated <= Self.mostColumnNotes {
                    notes.append(
                        "the column \(quoted(name)) appears again as column \(index + 1), which is read as "
                            + quoted("\(name)_\(number)"))
                }
                name = "\(name)_\(number)"
            }
            taken.insert(name)
            columns.append(name)
        }
        let others = repeated - Self.mostColumnNotes
        if others > 0 { notes.append("\(others) more columns have repeated names, which got a number") }
    }

    /// Returns the next item, or `nil` at the end.
    ///
    /// - Throws: `ItemFailure` for one item; `DataFiles.Failure` if nothing after it can be read.
    func next() throws -> DataRecord? {
        if rows != nil { return try nextRow() }
        if enveloped != nil { return enveloped?.popLast() }
        return try nextJSON()
    }

    /// Whether the file is a document that holds the items in a list.
    var isEnveloped: Bool { enveloped != nil }

    private func nextJSON() throws -> DataRecord? {
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

    private func record(_ bytes: UnsafeRawBufferPointer, line: Int) throws(ItemFailure) -> DataRecord {
        let value: DataValue
        do throws(ValueDecodingError) {
            value = try DataValue(parsing: bytes)
        } catch {
            let before = bytes.prefix(max(0, error.offset)).count { $0 == 0x0A }
            let hint =
                error.reason == .invalidUTF8
                ? ". The file is not encoded as UTF-8. Convert it, for example: iconv -f ISO-8859-1 -t UTF-8"
                : ""
            throw ItemFailure(
                line: line + before,
                reason: "expected \(error.expected) at byte \(error.offset) of the item\(hint)")
        }
        guard case .object(let members) = value else {
            throw ItemFailure(
                line: line, reason: "expected an item, an object in braces, found \(value.excerpt)")
        }
        let plain = ExtendedJSON.mayOccur(in: bytes) ? ExtendedJSON.plain(members) : members
        return DataRecord(line: line, members: plain)
    }

    private func nextRow() throws -> DataRecord? {
        guard let row = try rows?.next() else { return nil }
        if row.cells.count > columns.count, row.cells[columns.count...].contains(where: { !$0.isEmpty }) {
            throw ItemFailure(
                line: row.line,
                reason: "expected \(columns.count) cells as in the header, found \(row.cells.count). "
                    + "Put quotes around cells that contain the separator")
        }
        var members: [DataValue.Member] = []
        members.reserveCapacity(columns.count)
        // A missing cell has no value, as an empty one.
        for (name, cell) in zip(columns, row.cells) where !cell.isEmpty {
            members.append(DataValue.Member(name: name, value: .cell(cell)))
        }
        return DataRecord(line: row.line, members: members)
    }
}
