import Foundation
import QuireCore
import QuireRemote

/// Turns records into instances, directly from the bytes of a response.
///
/// ```text
/// {"id":"r1","updated":"2024-05-06 05:08:09.123Z","title":"Emma","age":0,"q_has":["age"],"q_meta":null}
/// {"id":"r1","updatedAt":1714972089123,"values":{"title":"Emma","age":0}}
/// ```
/// The record is read once to find its columns. Then either an instance in HALO's form is written, with the values in the
/// schema's order, or only what is not in the response as an item is decoded: see `FoundValues`. A value that is not of the
/// column's type stays as it is, so that decoding the item reports it.
struct RecordReader {
    private let keys: FieldKeys
    private let files: RecordFiles?
    /// The fields whose values are returned, in this order.
    private let shown: [ColumnForm]
    private let names: [UInt8]
    private let showsUndeclared: Bool
    private let shape: LocalizedShape?
    /// The instances, if they are written.
    private var bytes: JoinedBytes
    /// The values of the records, if they are found.
    private var found: FoundValues?

    // The state of the current record: where each slot's value is, and the parts of the metadata.
    private var places: [ColumnPlace]
    private var metadata = MetadataPlaces()

    /// Creates a reader that writes instances.
    ///
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
        places = Array(repeating: ColumnPlace(), count: RecordKeys.count(layout.fields.count))
    }

    /// Creates a reader that finds the values of a response's records, so that items are decoded from the response. If that
    /// is not possible, it writes instances.
    init(
        finding response: Data, _ layout: CollectionLayout, fields: [IndexedField]?, shape: LocalizedShape?,
        files: FileAddress
    ) {
        let found = FoundValues(in: response, layout.module.module.fields, size: response.count) {
            (response, record) in
            let start = response.startIndex
            let bytes = response[start + record.lowerBound..<start + record.upperBound]
            var reader = RecordReader(
                layout, fields: fields, shape: shape, files: files, size: bytes.count)
            return (try? reader.record(bytes))?.instance
        }
        self.init(
            layout, fields: fields, shape: shape, files: files, size: found == nil ? response.count : 0)
        self.found = found
    }

    /// Reads the record at the cursor.
    ///
    /// - Parameter buffer: The bytes of the cursor's document.
    /// - Returns: The instance, or `nil` if the record has no id.
    mutating func record(
        at json: inout JSONCursor, in buffer: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> FoundRecord? {
        for slot in places.indices { places[slot] = ColumnPlace() }
        metadata.clear()
        _ = json.peek()
        let start = json.offset
        try json.eachMember(of: keys) { (slot, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard places[slot].range.isEmpty else { return try json.skipValue() }
            if slot == RecordKeys.metadata {
                _ = json.peek()
                let start = json.offset
                try metadata.read(&json, in: buffer)
                places[slot].range = start..<json.offset
            } else {
                let place = try json.skipPlacedValue()
                places[slot] = ColumnPlace(
                    range: place.start..<json.offset, isPlainText: place.isPlainText)
            }
        }
        let record = RecordBytes(bytes: buffer, places: places)
        let id = record[RecordKeys.id]
        guard id.count > 2, id.first == UInt8(ascii: "\"") else { return nil }
        return found.map { find(record, start..<json.offset, $0) } ?? write(record)
    }

    // MARK: - Finding

    private func find(_ record: RecordBytes, _ place: Range<Int>, _ found: FoundValues) -> FoundRecord {
        found.begin()
        let start = found.writtenCount
        writeEnvelope(of: record, to: &found.written)
        found.written.append(UInt8(ascii: "}"))
        let envelope = start..<found.writtenCount
        // For cursors and syncs. Searches do not read it.
        found.written.append(record[RecordKeys.updated])
        let owner = found.written.owner
        let end = found.writtenCount
        for field in shown {
            switch content(of: field, record) {
            case .nothing: break
            case .column(let slot):
                let place = record.places[slot]
                found.set(field.position, found: place.range, isPlainText: place.isPlainText)
            case .other:
                let start = found.writtenCount
                convert(field, record, to: &found.written)
                found.set(field.position, writtenFrom: start)
            }
        }
        // Only an instance has values that are not declared.
        let isComplete = !showsUndeclared || metadata.hasOnlyDeclaredValues
        return FoundRecord(
            found.finish(envelope: isComplete ? envelope : nil, record: place), in: owner, from: start,
            idLength: record[RecordKeys.id].count, updated: envelope.upperBound..<end)
    }

    // MARK: - Writing

    private mutating func write(_ record: RecordBytes) -> FoundRecord {
        let start = bytes.count
        writeEnvelope(of: record, to: &bytes)
        writeValues(of: record)
        bytes.append(UInt8(ascii: "}"))
        let end = bytes.count
        // For syncs. Searches do not read it.
        bytes.append(record[RecordKeys.updated])
        return FoundRecord(
            StoredSlice(owner: bytes.owner, range: start..<end), in: bytes.owner, from: start,
            idLength: record[RecordKeys.id].count, updated: end..<bytes.count)
    }

    /// Writes the instance without its values and its closing brace.
    private func writeEnvelope(of record: RecordBytes, to bytes: inout JoinedBytes) {
        bytes.append(FoundRecord.start)
        bytes.append(record[RecordKeys.id])
        if let created = record[RecordKeys.created].milliseconds {
            bytes.append(",\"createdAt\":")
            bytes.append(created)
        }
        if let updated = record[RecordKeys.updated].milliseconds {
            bytes.append(",\"updatedAt\":")
            bytes.append(updated)
        }
        metadata.writeMembers(of: record.bytes, to: &bytes)
    }

    private mutating func writeValues(of record: RecordBytes) {
        if showsUndeclared, let values = metadata.whole {
            bytes.append(",\"values\":")
            return bytes.append(record.slice(values))
        }
        bytes.append(",\"values\":{")
        let start = bytes.count
        for field in shown {
            let content = content(of: field, record)
            if case .nothing = content { continue }
            names.withUnsafeBufferPointer { bytes.append(UnsafeBufferPointer(rebasing: $0[field.name])) }
            if case .column(let slot) = content {
                bytes.append(record[slot])
            } else {
                convert(field, record, to: &bytes)
            }
            bytes.append(UInt8(ascii: ","))
        }
        if showsUndeclared { metadata.writeUndeclared(of: record.bytes, to: &bytes) }
        // Every member ends with a comma.
        if bytes.count > start { bytes.truncate(to: bytes.count - 1) }
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: - Values

    private enum Content {
        case nothing
        /// The column in a slot, as it is.
        case column(Int)
        /// What `convert` writes.
        case other
    }

    /// What a field's value is made of.
    private func content(of field: ColumnForm, _ record: RecordBytes) -> Content {
        let slot = RecordKeys.column(field.position)
        let value = record[slot]
        guard let first = value.first, first != UInt8(ascii: "n") else { return .nothing }
        if field.hasLink, value.count == 2 {
            // Without a file, the link counts.
            let link = RecordKeys.beside(field.position)
            if record[link].count > 2 { return .column(link) }
        }
        let isEmpty = value.isEmptyColumn(field.storage)
        if isEmpty, field.marksZero ? !record.marks(names[field.mark]) : field.storage.isNothingWhenEmpty {
            return .nothing
        }
        // PocketBase has no other empty list.
        if field.isNothingWhenEmptyList, value.count == 2 { return .nothing }
        switch field.copying {
        case .unchanged: return .column(slot)
        case .integer where record[RecordKeys.beside(field.position)].count != 18: return .column(slot)
        case .files where isEmpty || files == nil: return .column(slot)
        case .localizedText where shape == nil: return .column(slot)
        case .date, .integer, .textsOfIntegers, .files, .place, .localizedText: return .other
        }
    }

    /// Writes a value that is not as in the column.
    private func convert(_ field: ColumnForm, _ record: RecordBytes, to bytes: inout JoinedBytes) {
        let value = record[RecordKeys.column(field.position)]
        switch field.copying {
        case .unchanged: bytes.append(value)
        case .date where value.isEmptyColumn(field.storage):
            bytes.append(milliseconds: RecordDate.zero, field.format)
        case .date: bytes.append(date: value, field.format)
        case .integer:
            // Another client may have changed the column alone.
            if let integer = record[RecordKeys.beside(field.position)].orderedInteger,
                value.isColumn(of: integer)
            {
                bytes.append(integer)
            } else {
                bytes.append(value)
            }
        case .textsOfIntegers:
            for byte in value where byte != UInt8(ascii: "\"") { bytes.append(byte) }
        case .files: files?.write(value, id: record[RecordKeys.id], to: &bytes)
        case .place: bytes.append(place: value)
        case .localizedText:
            let start = bytes.count
            bytes.append(value)
            shape?.apply(to: &bytes, from: start)
        }
    }
}

/// Where a column's value is in a response.
private struct ColumnPlace {
    /// Empty if the record has no such column.
    var range = 0..<0
    var isPlainText = false
}

/// The values of one record's columns in a response.
private struct RecordBytes {
    let bytes: UnsafeRawBufferPointer
    let places: [ColumnPlace]

    /// The bytes of a slot's value. Empty if the record has no such column.
    subscript(slot: Int) -> UnsafeBufferPointer<UInt8> { slice(places[slot].range) }

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
