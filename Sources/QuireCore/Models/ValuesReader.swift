/// Provides the fields of one item to the generated initializer, by their position in the field table.
///
/// The fields come from JSON, from a store row, or from any `Decoder`. In JSON, they may come in any order, and any may
/// be missing. Keys in the schema's order are read without a lookup. If a key occurs twice, the first counts. A null
/// value counts as missing.
///
/// It holds no references, so that copies cost nothing. Its creator keeps the table, and the row or the decoder, alive.
@frozen
public struct ValuesReader {
    @usableFromInline var json: JSONCursor
    private let tableReference: Unmanaged<FieldTable>
    /// The keys of the table, which keeps them alive.
    @usableFromInline let fields: KeyList
    @usableFromInline var state: State
    /// Whether unknown values are kept.
    let keepsUnknownValues: Bool
    /// The start of the object, for errors about missing fields.
    let start: Int
    /// The position after the last requested field. Fields are requested in order, or the object is scanned.
    var nextIndex = 0
    /// The fields assumed to be missing because a later key came first, one bit each.
    var skipped: UInt64 = 0
    /// The start of the object's places in the context's stack, after a scan.
    var firstPlace = 0
    /// The end of the object, after a scan; in a record, the end of the last value that was read.
    var end = 0
    /// The required field that is missing, for `Codable`'s own error.
    var missingIndex = -1
    /// The current row, in this state.
    @usableFromInline let row: Unmanaged<RowSource>?
    /// The decoder's container, in this state.
    let decoder: Unmanaged<DecoderValues>?
    /// The places of a record's values, in this state. Valid as long as the record is read.
    let record: UnsafePointer<RecordValues>?
    /// The fields of a record that have been read, one bit each.
    var readFields: UInt64 = 0

    @frozen
    @usableFromInline
    enum State: UInt8 {
        /// JSON: nothing was read yet, so no comma comes next.
        case first
        /// JSON: the cursor is after a member.
        case next
        /// JSON: the cursor is after the object.
        case ended
        /// JSON: the object must be scanned before it is read.
        case unscanned
        /// JSON: the places of all members are known.
        case scanned
        /// There is no object.
        case empty
        case row, decoder
        /// The places of the values in a response are known.
        case record
    }

    init(
        _ table: FieldTable, _ state: State, json: JSONCursor = JSONCursor(), start: Int = 0,
        keepsUnknownValues: Bool = false, row: RowSource? = nil, decoder: DecoderValues? = nil,
        record: UnsafePointer<RecordValues>? = nil
    ) {
        self.json = json
        self.start = start
        tableReference = Unmanaged.passUnretained(table)
        fields = table.keys.list
        self.state = state
        self.keepsUnknownValues = keepsUnknownValues
        self.row = row.map(Unmanaged.passUnretained)
        self.decoder = decoder.map(Unmanaged.passUnretained)
        self.record = record
    }

    /// The fields.
    var table: FieldTable { tableReference.takeUnretainedValue() }

    /// Reads one field with the type of the property.
    @inlinable
    public mutating func value<Value: FieldValue>(_ index: Int) throws(ValueDecodingError) -> Value {
        if let format = try nextJSON(index) { return try Value.read(from: &json, format) }
        return try elsewhere(index)
    }

    /// The value of a field that JSON does not contain, or that comes from a row or a decoder.
    @inlinable
    @inline(never)
    mutating func elsewhere<Value: FieldValue>(_ index: Int) throws(ValueDecodingError) -> Value {
        if let row {
            let format = format(index)
            var value: Value?
            // The closure cannot throw with the error's type. A `Result` would be destroyed by a call of the runtime.
            let failure = row._withUnsafeGuaranteedRef { row -> ValueDecodingError? in
                let column = row.column(of: index)
                guard column >= 0, !row.isNull(column) else { return nil }
                do throws(ValueDecodingError) {
                    value = try Value.read(from: row, column: column, format)
                    return nil
                } catch {
                    return error
                }
            }
            if let value { return value }
            if let failure { throw failure }
        } else if let value: Value = try decoded(index) {
            return value
        }
        if !isRequired(index), let absent = Value.absent { return absent }
        // Assumed to be missing so far. Now it must be checked.
        if let format = try searchedJSON(index) { return try Value.read(from: &json, format) }
        throw missing(index)
    }

    @usableFromInline
    func isRequired(_ index: Int) -> Bool { fields[index].isRequired }

    @usableFromInline
    func format(_ index: Int) -> DateFormat { fields[index].format }

    /// The failure for a required field without a value.
    @usableFromInline
    mutating func missing(_ index: Int) -> ValueDecodingError {
        let field = table.fields[index]
        switch state {
        case .row:
            return ValueDecodingError(
                .missing, at: row?.takeUnretainedValue().column(of: index) ?? -1,
                expected: field.kind.expectation,
                path: JSONPlace.member(field.name))
        case .scanned where json.contextReference.places[firstPlace + index].start >= 0:
            // The value is null.
            return ValueDecodingError(
                .wrongType, at: json.contextReference.places[firstPlace + index].start,
                expected: field.kind.expectation)
        default:
            missingIndex = index
            return ValueDecodingError(
                .missing, at: start, expected: field.kind.expectation, path: JSONPlace.member(field.name))
        }
    }
}

/// Reading from a row: every field has its column.
extension ValuesReader {
    init(_ row: RowSource, _ table: FieldTable) {
        self.init(table, .row, row: row)
    }
}

/// Reading values that have the names from before a rename. A current name counts before former ones, and a later former
/// name before an earlier one.
extension ValuesReader {
    /// Gives the values under former names to the fields that are missing after a scan. Other values are unknown values.
    mutating func useFormerNames(_ former: FormerKeys) throws(ValueDecodingError) {
        for (slot, field) in former.fields.enumerated() {
            let place = json.contextReference.places[firstPlace + fields.count + slot]
            guard place.start >= 0 else { continue }
            if json.contextReference.places[firstPlace + field].start < 0 {
                json.contextReference.places[firstPlace + field] = place
            } else if keepsUnknownValues, json.context.unknownValues[former.names[slot]] == nil {
                var value = json
                value.offset = place.start
                json.context.unknownValues[former.names[slot]] = try value.value()
            }
        }
    }
}

extension FieldTable {
    /// The key under which a field's value is, by a test for keys; `nil` if there is none.
    func key(of index: Int, where contains: (String) -> Bool) -> String? {
        let field = fields[index]
        if contains(field.name) { return field.name }
        guard let former = keys.former else { return nil }
        for (slot, name) in former.names.enumerated() where former.fields[slot] == index {
            if contains(name) { return name }
        }
        return nil
    }
}

/// Reading from a record: each value has its place in a response.
///
/// This is a fast path for records whose values all fit. Whenever one does not, it throws, and the instance is read
/// instead, which finds the reason. So its errors have no meaning of their own.
extension ValuesReader {
    init(_ record: UnsafePointer<RecordValues>, _ json: JSONCursor, table: FieldTable) {
        self.init(table, .record, json: json, record: record)
        end = json.offset
    }

    /// Moves to the value of a field.
    mutating func recordValue(_ index: Int) throws(ValueDecodingError) -> DateFormat? {
        // The last value must have been read to its end.
        guard let record, json.offset == end, record.pointee.slots.indices.contains(index) else {
            throw Self.unfit
        }
        let slot = record.pointee.slots[index]
        guard slot.form != .none else { return nil }
        readFields |= 1 << UInt64(index)
        move(to: slot, record)
        return try valueOrNull(fields[index].format)
    }

    private mutating func move(to slot: ValueSlot, _ record: UnsafePointer<RecordValues>) {
        json.bytes = slot.form == .written ? record.pointee.written : record.pointee.response
        json.offset = slot.start
        end = slot.end
        switch slot.form {
        case .responseText:
            json.knownText = slot.start
            json.knownTextEnd = slot.end &- 1
        case .none, .response, .written: json.knownText = -1
        }
    }

    /// Checks the values that were not requested, as a reader of the instance would.
    mutating func finishRecord() throws(ValueDecodingError) {
        guard let record, json.offset == end else { throw Self.unfit }
        for (index, slot) in record.pointee.slots.enumerated() where readFields & 1 << UInt64(index) == 0 {
            switch slot.form {
            case .none, .responseText: break
            case .response, .written:
                move(to: slot, record)
                try json.skipValue()
                guard json.offset == end else { throw Self.unfit }
            }
        }
    }

    private static var unfit: ValueDecodingError {
        ValueDecodingError(.invalidValue, at: 0, expected: "a record whose values fit")
    }
}

/// Reading from any `Decoder`, for `Codable`.
extension ValuesReader {
    init(_ values: DecoderValues, _ table: FieldTable) {
        self.init(table, .decoder, decoder: values)
    }

    private var decoderValues: DecoderValues? { decoder?.takeUnretainedValue() }

    /// The value of the field in the decoder. `nil` if it is missing or null, or if the reader has no decoder.
    @usableFromInline
    func decoded<Value: FieldValue>(_ index: Int) throws(ValueDecodingError) -> Value? {
        guard state == .decoder, let values = decoderValues else { return nil }
        let field = table.fields[index]
        do {
            guard let name = table.key(of: index, where: { values.container.contains(WireKey($0)) }) else {
                return nil
            }
            let key = WireKey(name)
            guard try !values.container.decodeNil(forKey: key) else { return nil }
            guard field.kind.hasDates else { return try values.container.decode(Value.self, forKey: key) }
            return try values.container.decode(Value.self, forKey: key, as: format(index))
        } catch {
            values.error = error
            throw ValueDecodingError(.invalidValue, at: 0, expected: field.kind.expectation)
        }
    }

    /// The decoder's error for a failure of this reader.
    func decoderError(
        for failure: ValueDecodingError, at path: [any CodingKey] = []
    ) -> any Error {
        if let error = decoderValues?.error { return error }
        let key = WireKey(missingIndex < 0 ? "" : table.fields[missingIndex].name)
        return DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: decoderValues?.container.codingPath ?? path,
                debugDescription: "Expected \(failure.expected) under \"\(key.stringValue)\", found nothing.")
        )
    }
}

/// A decoder's container and the last error that it threw.
@usableFromInline
final class DecoderValues {
    let container: KeyedDecodingContainer<WireKey>
    var error: (any Error)?

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: WireKey.self) }
}

extension FieldKind {
    /// Whether the wire format depends on a date format.
    var hasDates: Bool {
        switch self {
        case .date, .time, .dateTime: true
        case .list(let element): element.hasDates
        default: false
        }
    }
}
