import Foundation
import QuireCluster
import QuireCore

/// Turns records into instances in HALO's form, directly from the bytes of a response.
///
/// ```text
/// {"id":"r1","updated":"2024-05-06 05:08:09.123Z","title":"Emma","age":0,"q_has":["age"],"q_meta":null}
/// {"id":"r1","updatedAt":1714972089123,"values":{"title":"Emma","age":0}}
/// ```
/// The record is read once to find its columns, which are then copied to the instance in the schema's order. A value that
/// is not of the column's type is copied as it is, so that decoding the item reports it.
struct RecordReader {
    private let keys: FieldKeys
    private let files: RecordFiles?
    /// The fields whose values are returned, in this order.
    private let shown: [ColumnForm]
    private let names: [UInt8]
    private let showsUndeclared: Bool
    private let shape: LocalizedShape?
    private var bytes: JoinedBytes

    // The state of the current record: where each slot's value is, and the parts of the metadata.
    private var places: [Range<Int>]
    private var metadata = MetadataPlaces()

    /// - Parameters:
    ///   - fields: The fields whose values are returned. `nil` returns all, including undeclared ones.
    ///   - shape: The language of localized texts.
    ///   - files: Where the server's files are.
    ///   - size: The number of bytes of the response.
    init(
        _ layout: CollectionLayout, fields: [IndexedField]? = nil, shape: LocalizedShape? = nil,
        files: FileAddress, size: Int
    ) {
        keys = layout.keys.keys
        names = layout.keys.names
        let forms = layout.keys.forms
        shown = fields.map { $0.map { forms[$0.ordinal] } } ?? forms
        self.files = layout.keys.hasFiles ? RecordFiles(files, of: layout.name) : nil
        self.shape = shape
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
        metadata.clear()
        try json.eachMember(of: keys) { (slot, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard places[slot].isEmpty else { return try json.skipValue() }
            _ = json.peek()
            let start = json.offset
            if slot == RecordKeys.metadata {
                try metadata.read(&json, in: buffer)
            } else {
                try json.skipValue()
            }
            places[slot] = start..<json.offset
        }
        let record = RecordBytes(bytes: buffer, places: places)
        let id = record[RecordKeys.id]
        guard id.count > 2, id.first == UInt8(ascii: "\"") else { return nil }
        let start = bytes.count
        write(record)
        let end = bytes.count
        // For syncs. Searches do not read it.
        let updated = record[RecordKeys.updated]
        bytes.append(updated)
        return FoundRecord(
            StoredSlice(owner: bytes.owner, range: start..<end), idLength: id.count,
            updatedLength: updated.count)
    }

    private mutating func write(_ record: RecordBytes) {
        bytes.append(FoundRecord.start)
        bytes.append(record[RecordKeys.id])
        writeDate(",\"createdAt\":", record[RecordKeys.created])
        writeDate(",\"updatedAt\":", record[RecordKeys.updated])
        metadata.writeMembers(of: record.bytes, to: &bytes)
        if showsUndeclared, let values = metadata.whole {
            bytes.append(",\"values\":")
            bytes.append(record.slice(values))
            return bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(",\"values\":{")
        let start = bytes.count
        for field in shown { write(field, record) }
        if showsUndeclared { metadata.writeUndeclared(of: record.bytes, to: &bytes) }
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
    private mutating func write(_ field: ColumnForm, _ record: RecordBytes) {
        let value = record[RecordKeys.column(field.position)]
        guard let first = value.first, first != UInt8(ascii: "n") else { return }
        if field.hasLink, value.count == 2 {
            // Without a file, the link counts.
            let link = record[RecordKeys.beside(field.position)]
            if link.count > 2 {
                writeName(of: field)
                bytes.append(link)
                return bytes.append(UInt8(ascii: ","))
            }
        }
        let isEmpty = value.isEmptyColumn(field.storage)
        if isEmpty, field.marksZero ? !record.marks(names[field.mark]) : field.storage.isNothingWhenEmpty {
            return
        }
        // PocketBase has no other empty list.
        if field.isNothingWhenEmptyList, value.count == 2 { return }
        writeName(of: field)
        switch field.copying {
        case .unchanged: bytes.append(value)
        case .date where isEmpty: bytes.append(milliseconds: RecordDate.zero, field.format)
        case .date: bytes.append(date: value, field.format)
        case .integer:
            if let integer = record[RecordKeys.beside(field.position)].orderedInteger {
                bytes.append(integer)
            } else {
                bytes.append(value)
            }
        case .textsOfIntegers:
            for byte in value where byte != UInt8(ascii: "\"") { bytes.append(byte) }
        case .files where isEmpty: bytes.append(value)
        case .files:
            if let files {
                files.write(value, id: record[RecordKeys.id], to: &bytes)
            } else {
                bytes.append(value)
            }
        case .place: bytes.append(place: value)
        case .localizedText:
            let start = bytes.count
            bytes.append(value)
            shape?.apply(to: &bytes, from: start)
        }
        bytes.append(UInt8(ascii: ","))
    }

    private mutating func writeName(of field: ColumnForm) {
        names.withUnsafeBufferPointer { bytes.append(UnsafeBufferPointer(rebasing: $0[field.name])) }
    }
}

/// The values of one record's columns in a response.
private struct RecordBytes {
    let bytes: UnsafeRawBufferPointer
    let places: [Range<Int>]

    /// The bytes of a slot's value. Empty if the record has no such column.
    subscript(slot: Int) -> UnsafeBufferPointer<UInt8> { slice(places[slot]) }

    func slice(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> { bytes.slice(place) }

    /// Whether `q_has` has an element.
    ///
    /// The elements are names of columns, which have no quotes, so that one in quotes is found nowhere else.
    func marks(_ element: ArraySlice<UInt8>) -> Bool {
        let marks = self[RecordKeys.present]
        guard marks.first == UInt8(ascii: "[") else { return false }
        if marks.contains(UInt8(ascii: "\\")) {
            guard case .array(let elements)? = marks.jsonValue else { return false }
            let name = String(decoding: element.dropFirst().dropLast(), as: UTF8.self)
            return elements.contains(.string(name))
        }
        var start = 0
        while start + element.count <= marks.count {
            if UnsafeBufferPointer(rebasing: marks[start..<start + element.count]).elementsEqual(element) {
                return true
            }
            start += 1
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes of a range.
    func slice(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bindMemory(to: UInt8.self)[place])
    }
}
