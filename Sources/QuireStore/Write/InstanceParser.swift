#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// Parses an instance's JSON directly into the cells of its row, without creating a model.
struct InstanceParser {
    /// What to do with values that do not fit their field.
    enum Strictness {
        /// The line is rejected.
        case refuses
        /// The value is kept as an unknown value, and the field has no value.
        case keepsAside
    }

    let shape: RowShape
    let strictness: Strictness
    let requiresFields: Bool
    let fields: [FieldDescriptor]
    private let keys: [[UInt8]]
    let kinds: [FieldKind]
    /// The members of objects with columns of their own, by the position of the object's field.
    private let members: [MemberCells?]
    /// The value of a member of listed objects that was read last.
    var member = RowCells(count: 5)
    private let requiredFields: [Int]
    private var isPresent: [Bool]
    var row: RowCells
    /// Keys of the instance that are neither `values` nor metadata.
    private(set) var unknownEnvelopeKeys: [String] = []
    /// The ranges of value keys that match no field, including their quotation marks.
    private(set) var unknownValueKeys: [Range<Int>] = []
    /// The fields whose values the cells do not tell apart: objects, choices, and fields with constraints. With the
    /// ranges of their values.
    private(set) var inspected: [(field: Int, bytes: Range<Int>)] = []
    private let isInspected: [Bool]
    /// The range of the item's tags.
    private(set) var tags: Range<Int>?
    /// The kinds of values from an offset on, if they are not in the format of the columns.
    var unknownValues: (start: Int, kinds: [FieldKind])?

    init(_ shape: RowShape, strictness: Strictness = .refuses, requiresFields: Bool) {
        self.shape = shape
        self.strictness = strictness
        self.requiresFields = requiresFields
        let fields = shape.layout.module.fields.fields.uniqueByName
        self.fields = fields
        keys = fields.map { Array($0.name.utf8) }
        kinds = shape.layout.kinds
        members = MemberCells.all(of: shape)
        isInspected = fields.map { $0.kind.hasParts || $0.closedValues != nil || $0.isConstrained }
        requiredFields = fields.indices.filter { fields[$0].isRequired }
        isPresent = Array(repeating: false, count: fields.count)
        row = RowCells(shape)
        row.keepsIncompatible = strictness == .keepsAside
        member.keepsIncompatible = true
    }

    /// Parses one instance. The bytes must remain valid until the row has been written.
    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(InstanceFailure) {
        row.clear()
        unknownEnvelopeKeys.removeAll(keepingCapacity: true)
        unknownValueKeys.removeAll(keepingCapacity: true)
        inspected.removeAll(keepingCapacity: true)
        tags = nil
        for index in isPresent.indices { isPresent[index] = false }
        var path = InstanceFailure.Path.instance
        do throws(ValueDecodingError) {
            try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                try instance(&json, in: bytes, path: &path)
                path = .instance
                try json.expectEnd()
            }
            if case .null = row.cells[shape.envelope[0]] {
                throw ValueDecodingError(.missing, at: 0, expected: "an id, a text that is not empty")
            }
        } catch {
            throw InstanceFailure(path: path, failure: error)
        }
        if requiresFields, let missing { throw missing }
        setUnmodelled()
    }

    /// The first required field without a value in the last instance.
    var missing: InstanceFailure? {
        requiredFields.first { !isPresent[$0] }.map { field in
            InstanceFailure(
                path: .field(field),
                failure: ValueDecodingError(
                    .missing, at: 0, expected: "a value, because the field is required"))
        }
    }

    private mutating func setUnmodelled() {
        guard !row.unmodelled.isEmpty else { return }
        row.cells[shape.envelope[MetadataColumns.columns.count - 1]] = .text(
            "{" + String(decoding: row.unmodelled, as: UTF8.self) + "}")
    }

    /// Keeps the unknown values of the replaced item, which belong to another schema and were not visible to the
    /// writer.
    ///
    /// - Parameters:
    ///   - stored: The members of the stored item's unknown values, as a JSON object.
    ///   - names: Values that the writer has set or cleared.
    mutating func keepUnknownValues(_ stored: String, except names: Set<String>) {
        var stored = stored
        stored.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let own = [UInt8]("{".utf8) + row.unmodelled + [UInt8]("}".utf8)
            var taken = own.withUnsafeBytes { own in
                Set(StoredJSON.members(own).map { ExactText($0.key) })
            }
            taken.formUnion(names.map(ExactText.init))
            for member in StoredJSON.members(bytes) {
                if let field = field(member.key), isPresent[field] { continue }
                guard taken.insert(ExactText(member.key)).inserted else { continue }
                var key = JSONWriter()
                key.string(member.key)
                if !row.unmodelled.isEmpty { row.unmodelled.append(UInt8(ascii: ",")) }
                row.unmodelled += key.bytes
                row.unmodelled.append(UInt8(ascii: ":"))
                row.unmodelled.append(contentsOf: bytes[member.value])
            }
        }
        setUnmodelled()
    }

    private mutating func instance(
        _ json: inout JSONCursor, in bytes: UnsafeRawBufferPointer, path: inout InstanceFailure.Path
    ) throws(ValueDecodingError) {
        try json.expect(UInt8(ascii: "{"), "an instance, an object with id and values")
        try json.enter()
        guard !json.consume(UInt8(ascii: "}")) else { return json.leave() }
        repeat {
            path = .instance
            switch try envelopeKey(&json) {
            case .values: if try !json.consumeNull() { try values(&json, in: bytes, path: &path) }
            case .column(let column):
                path = .envelope(column)
                try envelope(column, from: &json, in: bytes)
            case .unknown(let key):
                unknownEnvelopeKeys.append(key)
                try json.skipValue()
            }
        } while json.consume(UInt8(ascii: ","))
        path = .instance
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        json.leave()
    }

    private enum EnvelopeKey {
        case values
        case column(Int)
        case unknown(String)
    }

    /// Reads a key of the instance. Known ones need no string.
    private func envelopeKey(_ json: inout JSONCursor) throws(ValueDecodingError) -> EnvelopeKey {
        guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
        let start = json.offset
        if let key = try json.plainText()?.bytes {
            let envelopeKey: EnvelopeKey? =
                key.isEqual(to: EnvelopeKeys.values)
                ? .values : EnvelopeKeys.names.first { key.isEqual(to: $0.name) }.map { .column($0.column) }
            if let envelopeKey {
                try json.expect(UInt8(ascii: ":"), "a colon")
                return envelopeKey
            }
            json.offset = start
        }
        // With escapes, it may still be a known one.
        let key = try json.key()
        if key == "values" { return .values }
        return EnvelopeKeys.column[key].map { .column($0) } ?? .unknown(key)
    }

    private mutating func values(
        _ json: inout JSONCursor, in bytes: UnsafeRawBufferPointer, path: inout InstanceFailure.Path
    ) throws(ValueDecodingError) {
        try json.expect(UInt8(ascii: "{"), "an object of values")
        try json.enter()
        guard !json.consume(UInt8(ascii: "}")) else { return json.leave() }
        var expected = 0
        repeat {
            path = .values
            guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
            let keyStart = json.offset
            let field = try self.field(&json, expected)
            let keyEnd = json.offset
            try json.expect(UInt8(ascii: ":"), "a colon")
            _ = json.peek()
            let start = json.offset
            guard let field else {
                try json.checkMarks(ofKey: keyStart..<keyEnd)
                unknownValueKeys.append(keyStart..<keyEnd)
                try json.skipValue()
                keepAside(bytes, key: keyStart..<keyEnd, value: start..<json.offset)
                continue
            }
            expected = field + 1
            path = .field(field)
            // Of two equal keys, the first is used, as everywhere.
            if isPresent[field] {
                try json.skipValue()
            } else if try !json.consumeNull() {
                do throws(ValueDecodingError) {
                    try value(field, from: &json, in: bytes)
                    isPresent[field] = true
                    if let members = members[field] {
                        let end = json.offset
                        json.offset = start
                        try members.read(&json, of: bytes, into: &self)
                        json.offset = end
                    }
                    if isInspected[field] { inspected.append((field, start..<json.offset)) }
                } catch {
                    guard strictness == .keepsAside, !error.isMalformed else { throw error }
                    json.offset = start
                    clear(field)
                    try json.skipValue()
                    keepAside(bytes, key: keyStart..<keyEnd, value: start..<json.offset)
                    row.incompatible.append(
                        (
                            field,
                            .init(
                                expected: "\(error.expected)", valueText: error.found(in: bytes),
                                bytes: start..<json.offset)
                        ))
                }
            }
        } while json.consume(UInt8(ascii: ","))
        path = .values
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        json.leave()
    }

    /// The field of the key at the cursor. Most lines have their keys in the schema's order.
    private func field(_ json: inout JSONCursor, _ expected: Int) throws(ValueDecodingError) -> Int? {
        guard let key = try json.plainText()?.bytes else {
            return self.field(try json.string())
        }
        if expected < keys.count, key.isEqual(to: keys[expected]) { return expected }
        return keys.firstIndex { key.isEqual(to: $0) }
    }

    /// The field of a key. Keys of the content in another Unicode form are unknown.
    private func field(_ key: String) -> Int? { keys.firstIndex { $0.elementsEqual(key.utf8) } }

    private mutating func keepAside(_ bytes: UnsafeRawBufferPointer, key: Range<Int>, value: Range<Int>) {
        if !row.unmodelled.isEmpty { row.unmodelled.append(UInt8(ascii: ",")) }
        row.unmodelled.append(contentsOf: bytes[key])
        row.unmodelled.append(UInt8(ascii: ":"))
        row.unmodelled.append(contentsOf: bytes[value])
    }

    mutating func clear(_ field: Int) {
        let slots = shape.slots[field]
        for slot in [slots.value, slots.folded, slots.smallest, slots.latitude, slots.longitude]
        where slot >= 0 {
            row.cells[slot] = .null
        }
        row.elements.removeAll { $0.field == field }
        row.skipped.removeAll { $0.field == field }
    }

    private mutating func value(
        _ field: Int, from json: inout JSONCursor, in bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        var kind = kinds[field]
        if let unknownValues, json.nextOffset >= unknownValues.start { kind = unknownValues.kinds[field] }
        try row.read(
            kind, shape.layout.fields[field].storage, slots: shape.slots[field], field: field, from: &json,
            in: bytes)
    }

    private mutating func envelope(
        _ column: Int, from json: inout JSONCursor, in bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        let slot = shape.envelope[column]
        if try json.consumeNull() { return }
        // Of two equal keys, the first is used, as everywhere.
        guard row.cells[slot].isNull else { return try json.skipValue() }
        switch MetadataColumns.columns[column].storage {
        case .text:
            let text = try column == 0 ? Cell.comparedText(from: &json) : Cell.text(from: &json)
            if column == 0, text.cell.isEmptyText {
                throw ValueDecodingError(
                    .invalidValue, at: json.offset, expected: "an id, a text that is not empty")
            }
            row.cells[slot] = text.cell
        case .date: row.cells[slot] = .integer(try json.milliseconds(.epochMilliseconds))
        case .integer: row.cells[slot] = .integer(try json.integer())
        default:
            _ = json.peek()
            let start = json.offset
            try json.skipValue()
            row.cells[slot] = .bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
            if MetadataColumns.columns[column].name == FieldDescriptor.tags.name {
                tags = start..<json.offset
            }
        }
    }
}

/// The columns of metadata by their wire names.
enum EnvelopeKeys {
    static let values = Array("values".utf8)

    /// The names as bytes, with their columns.
    static let names: [(name: [UInt8], column: Int)] = column.map { (Array($0.key.utf8), $0.value) }
        .sorted { $0.column < $1.column }

    static let column: [String: Int] = {
        var columns: [String: Int] = [:]
        for (index, column) in MetadataColumns.columns.enumerated() where column.name != "unmodelled" {
            columns[column.name] = index
        }
        return columns
    }()
}
#endif
