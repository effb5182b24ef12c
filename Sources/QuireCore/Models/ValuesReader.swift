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
            var found: Value?
            // The closure cannot throw with the error's type. A `Result` would be destroyed by a call of the runtime.
            let failure = row._withUnsafeGuaranteedRef { row -> ValueDecodingError? in
                let column = row.column(of: index)
                guard column >= 0, !row.isNull(column) else { return nil }
                do throws(ValueDecodingError) {
                    found = try Value.read(from: row, column: column, format)
                    return nil
                } catch {
                    return error
                }
            }
            if let found { return found }
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
