import Foundation
import QuireCore
import QuireRemote

/// Reads records from a response while it is parsed.
///
/// A value that an item holds as the column does is found in the response. `RecordForm` converts the others. Only if an
/// instance is needed as JSON, or an item does not fit, the record is read again as a whole.
struct RecordReader {
    private let response: Data
    private let form: RecordForm
    private let keys: RecordKeys
    /// The fields whose values are returned.
    private let fields: [Field]
    private let assembling: FoundValues.Assembling
    /// `nil` for modules with too many fields, whose instances are assembled.
    private let fieldValues: FoundValues?
    /// For the current record, where each slot's value is.
    private var places: [Place]
    /// The current record's column `q_has`, once a value depends on it.
    private var marks: JSONValue?

    private struct Field {
        let field: RecordField
        let column: Int
        let beside: Int?
        /// Whether the item holds a value as the column does.
        let isUnchanged: Bool
    }

    private struct Place {
        /// Empty if the record has no such column.
        var range = 0..<0
        var isPlainText = false
    }

    init(_ response: Data, form: RecordForm) {
        self.response = response
        self.form = form
        keys = form.layout.keys
        fields = form.fields.map { [keys] field in
            let slots = keys.slots[field.indexed.ordinal]
            return Field(
                field: field, column: slots.column, beside: slots.beside,
                isUnchanged: form.isUnchanged(field))
        }
        assembling = { (response, record) in
            response.json(at: record).flatMap(form.instance).map { StoredSlice($0.data) }
        }
        fieldValues = FoundValues(
            in: response, form.layout.module.module.fields, size: response.count / 2, assembling: assembling)
        places = Array(repeating: Place(), count: keys.count)
    }

    /// Reads the next object, which is a record.
    ///
    /// - Returns: `nil` if the record has no id.
    mutating func record(at json: inout JSONCursor) throws(ValueDecodingError) -> Record? {
        for slot in places.indices { places[slot] = Place() }
        marks = nil
        _ = json.peek()
        let start = json.offset
        try json.eachMember(of: keys.keys) { (slot, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard places[slot].range.isEmpty else { return try json.skipValue() }
            let place = try json.skipPlacedValue()
            places[slot] = Place(range: place.start..<json.offset, isPlainText: place.isPlainText)
        }
        let place = start..<json.offset
        let id = places[RecordKeys.id].range
        guard id.count > 2, first(of: id) == UInt8(ascii: "\""),
            let instance = fieldValues.map({ find(place, $0) }) ?? assembling(response, place)
        else { return nil }
        return Record(
            instance: instance, response: response, idPlace: id,
            updatedPlace: places[RecordKeys.updated].range)
    }

    /// Reads a single record, such as a response to a write.
    static func record(_ data: Data, form: RecordForm) throws(ValueDecodingError) -> Record? {
        try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            guard json.isAtObject() else { throw json.mismatch("a record") }
            var reader = RecordReader(data, form: form)
            let record = try reader.record(at: &json)
            try json.expectEnd()
            return record
        }
    }

    private mutating func find(_ record: Range<Int>, _ fieldValues: FoundValues) -> StoredSlice {
        fieldValues.begin()
        let start = fieldValues.writtenCount
        let metadata = StoredMetadata(column: json(RecordKeys.metadata))
        fieldValues.written.append("{\"id\":")
        append(places[RecordKeys.id].range, to: fieldValues)
        for (slot, name) in [
            (RecordKeys.created, ",\"createdAt\":"), (RecordKeys.updated, ",\"updatedAt\":"),
        ]
            as [(Int, StaticString)]
        {
            guard let milliseconds = date(slot) else { continue }
            fieldValues.written.append(name)
            fieldValues.written.append(Array(String(milliseconds).utf8))
        }
        if !metadata.members.isEmpty {
            var json = JSONWriter(capacity: 256)
            json.value(.object(metadata.members))
            fieldValues.written.append(UInt8(ascii: ","))
            json.bytes.withUnsafeBufferPointer {
                fieldValues.written.append(UnsafeBufferPointer(rebasing: $0.dropFirst().dropLast()))
            }
        }
        fieldValues.written.append(UInt8(ascii: "}"))
        let end = fieldValues.writtenCount
        for field in fields where !places[field.column].range.isEmpty { find(field, fieldValues) }
        // Only an instance has values that are not declared.
        let isComplete = !form.showsUndeclared || metadata.undeclared.isEmpty && metadata.whole == nil
        return fieldValues.finish(envelope: isComplete ? start..<end : nil, record: record)
    }

    private mutating func find(_ field: Field, _ fieldValues: FoundValues) {
        let place = places[field.column]
        let position = field.field.indexed.ordinal
        if field.isUnchanged, field.beside.map({ places[$0].range.count <= 2 }) ?? true,
            isValue(place.range, of: field.field)
        {
            return fieldValues.set(position, found: place.range, isPlainText: place.isPlainText)
        }
        let start = fieldValues.writtenCount
        if field.field.storage == .date, let milliseconds = date(field.column) {
            fieldValues.written.append(RecordDate.json(milliseconds, field.field.kind.dateFormat))
            return fieldValues.set(position, writtenFrom: start)
        }
        if field.field.storage == .file, place.range.count == 2,
            let beside = field.beside.map({ places[$0] }),
            beside.range.count > 2, first(of: beside.range) == UInt8(ascii: "\"")
        {
            // Without a file, the link counts.
            return fieldValues.set(position, found: beside.range, isPlainText: beside.isPlainText)
        }
        guard let column = json(field.column) else {
            // Decoding the item reports what is wrong.
            return fieldValues.set(position, found: place.range, isPlainText: false)
        }
        if marks == nil, field.field.marksZero { marks = json(RecordKeys.present) ?? .null }
        let isFile = field.field.storage == .file || field.field.storage == .files
        let value = form.value(
            of: field.field, column: column, beside: field.beside.flatMap(json),
            marks: marks,
            id: isFile ? json(RecordKeys.id)?.string ?? "" : "")
        guard let value else { return }
        if value == column { return fieldValues.set(position, found: place.range, isPlainText: false) }
        var json = JSONWriter(capacity: 64)
        json.value(value)
        fieldValues.written.append(json.bytes)
        fieldValues.set(position, writtenFrom: start)
    }

    /// Whether a column holds a value, and not what may stand for none.
    private func isValue(_ place: Range<Int>, of field: RecordField) -> Bool {
        switch first(of: place) {
        case UInt8(ascii: "\""): place.count > 2
        // An empty list may have white space.
        case UInt8(ascii: "["):
            !field.storage.isSet || response[response.startIndex + place.lowerBound + 1] == UInt8(ascii: "\"")
        case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "{"): true
        case UInt8(ascii: "0"), UInt8(ascii: "-"), UInt8(ascii: "f"): !field.marksZero
        default: false
        }
    }

    // MARK: - Bytes

    private func first(of place: Range<Int>) -> UInt8 { response[response.startIndex + place.lowerBound] }

    private func json(_ slot: Int) -> JSONValue? { response.json(at: places[slot].range) }

    /// The milliseconds since 1970 of a date.
    private func date(_ slot: Int) -> Int64? {
        let place = places[slot].range
        guard place.count >= 26 else { return nil }
        // A text with escapes is longer.
        guard place.count == 26 else {
            return json(slot)?.string.flatMap { RecordDate.milliseconds(of: Array($0.utf8)) }
        }
        return response.withUnsafeBytes {
            RecordDate.milliseconds(of: $0.slice(place.lowerBound + 1..<place.upperBound - 1))
        }
    }

    private func append(_ place: Range<Int>, to fieldValues: FoundValues) {
        response.withUnsafeBytes { fieldValues.written.append($0.slice(place)) }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func slice(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bindMemory(to: UInt8.self)[place])
    }
}
