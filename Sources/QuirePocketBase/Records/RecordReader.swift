import Foundation
import QuireCluster
import QuireCore

/// A record as an instance in HALO's form.
struct FoundRecord: Sendable {
    var instance: StoredSlice
    var id: String
    /// When the server stored it last, as `2024-05-06 05:08:09.123Z`. Empty if the collection has no such field.
    var updated: String
}

/// Turns records into instances in HALO's form, directly from the bytes of a response.
///
/// ```text
/// {"id":"r1","updated":"2024-05-06 05:08:09.123Z","title":"Emma","age":0,"q_has":["age"],"q_meta":null}
/// {"id":"r1","updatedAt":1714972089123,"values":{"title":"Emma","age":0}}
/// ```
/// A value that is not of the column's type is copied as it is, so that decoding the item reports it.
struct RecordReader {
    let layout: CollectionLayout
    let files: FileAddress
    /// The positions of the fields whose values are returned, in this order.
    private let shown: [Int]
    private let showsUndeclared: Bool
    private let shape: LocalizedShape?
    private var bytes: JoinedBytes

    // The state of the current record: where each slot's value is, and the fields that have a value although their
    // column is empty.
    private var places: [Range<Int>]
    private var present: Set<Int> = []

    /// - Parameters:
    ///   - fields: The fields whose values are returned. `nil` returns all, including undeclared ones.
    ///   - shape: The language of localized texts.
    ///   - files: Where the server's files are.
    ///   - size: The number of bytes of the response.
    init(
        _ layout: CollectionLayout, fields: [IndexedField]? = nil, shape: LocalizedShape? = nil,
        files: FileAddress, size: Int
    ) {
        self.layout = layout
        self.files = files
        self.shape = shape
        shown = fields.map { $0.map(\.ordinal) } ?? Array(layout.fields.indices)
        showsUndeclared = fields == nil
        bytes = JoinedBytes(capacity: size)
        places = Array(repeating: 0..<0, count: RecordKeys.count(layout.fields.count))
    }

    /// Reads the record at the cursor.
    ///
    /// - Parameter buffer: The bytes of the cursor's document.
    /// - Returns: The instance, or `nil` if the record has no id.
    mutating func record(
        at json: inout JSONCursor, in buffer: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> FoundRecord? {
        for slot in places.indices { places[slot] = 0..<0 }
        if !present.isEmpty { present = [] }
        try json.eachMember(of: layout.keys.keys) { (slot, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard places[slot].isEmpty else { return try json.skipValue() }
            _ = json.peek()
            let start = json.offset
            if slot == RecordKeys.present { try readPresent(&json) } else { try json.skipValue() }
            places[slot] = start..<json.offset
        }
        let record = RecordBytes(bytes: buffer, places: places)
        guard let id = record[RecordKeys.id].jsonText, !id.isEmpty else { return nil }
        let start = bytes.count
        write(record, id)
        return FoundRecord(
            instance: StoredSlice(owner: bytes.owner, range: start..<bytes.count), id: id,
            updated: record[RecordKeys.updated].jsonText ?? "")
    }

    private mutating func readPresent(_ json: inout JSONCursor) throws(ValueDecodingError) {
        guard json.isAtArray() else { return try json.skipValue() }
        try json.eachElement { (json) throws(ValueDecodingError) in
            guard let column = try json.textIfAny() else { return }
            if let field = layout.keys.fieldByColumn[column] { present.insert(field) }
        }
    }

    private mutating func write(_ record: RecordBytes, _ id: String) {
        bytes.append("{\"id\":")
        bytes.append(record[RecordKeys.id])
        writeDate(",\"createdAt\":", record[RecordKeys.created])
        writeDate(",\"updatedAt\":", record[RecordKeys.updated])
        let metadata = record[RecordKeys.metadata].jsonObject.map { StoredMetadata($0) }
        if let metadata { bytes.append(metadata.members) }
        if let values = metadata?.values, showsUndeclared {
            bytes.append(",\"values\":")
            bytes.append(values)
            return bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(",\"values\":{")
        let start = bytes.count
        for position in shown { write(position, record, id) }
        if showsUndeclared, let metadata { bytes.append(metadata.undeclared) }
        // Every member ends with a comma.
        if bytes.count > start { bytes.truncate(to: bytes.count - 1) }
        bytes.append("}}")
    }

    private mutating func writeDate(_ key: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
        guard let milliseconds = value.milliseconds else { return }
        bytes.append(key)
        bytes.append(milliseconds)
    }

    /// Writes a member, if the field has a value.
    private mutating func write(_ position: Int, _ record: RecordBytes, _ id: String) {
        let field = layout.fields[position]
        let value = record[RecordKeys.column(position)]
        guard let first = value.first, first != UInt8(ascii: "n") else { return }
        if field.storage == .file, field.isManaged, value.count == 2 {
            // Without a file, the link counts.
            let link = record[RecordKeys.beside(position)]
            if link.count > 2 {
                bytes.append(layout.keys.names[position])
                bytes.append(link)
                return bytes.append(UInt8(ascii: ","))
            }
        }
        let isEmpty = value.isEmptyColumn(field.storage)
        if isEmpty, field.marksZero ? !present.contains(position) : field.storage.isNothingWhenEmpty {
            return
        }
        // PocketBase has no other empty list.
        if field.storage.isSet, value.count == 2, !field.descriptor.isRequired { return }
        bytes.append(layout.keys.names[position])
        switch field.storage {
        case .date where isEmpty: bytes.append(milliseconds: RecordDate.zero, field.kind.dateFormat)
        case .date: bytes.append(date: value, field.kind.dateFormat)
        case .integer:
            if let integer = record[RecordKeys.beside(position)].orderedInteger {
                bytes.append(integer)
            } else {
                bytes.append(value)
            }
        case .list where field.holdsTextsForIntegers && value.contains(UInt8(ascii: "\"")):
            bytes.append(value.filter { $0 != UInt8(ascii: "\"") })
        case .file where !isEmpty, .files:
            bytes.append(files.addresses(of: value, in: layout.name, id: id) ?? Array(value))
        case .place: bytes.append(place: value)
        case .json where shape != nil && field.kind == .localizedText:
            let start = bytes.count
            bytes.append(value)
            shape?.apply(to: &bytes, from: start)
        case .text, .number, .boolean, .relation, .relations, .choices, .list, .json, .file:
            bytes.append(value)
        }
        bytes.append(UInt8(ascii: ","))
    }
}

/// The values of one record's columns in a response.
private struct RecordBytes {
    let bytes: UnsafeRawBufferPointer
    let places: [Range<Int>]

    /// The bytes of a slot's value. Empty if the record has no such column.
    subscript(slot: Int) -> UnsafeBufferPointer<UInt8> {
        let place = places[slot]
        return UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[place])
    }
}
