/// Hands the fields of one item to the generated initializer, by their position in the field table.
///
/// The fields come from JSON, from a row of a store, or from any `Decoder`. In JSON they may stand in any order and
/// any may be missing; keys in the schema's order are read without looking anything up. Of two equal keys the first
/// counts. A key whose value is null is as good as missing.
@frozen
public struct ValuesReader {
    @usableFromInline var json: JSONCursor
    @usableFromInline let table: FieldTable
    /// The keys of the table, which keeps them alive.
    @usableFromInline let fields: KeyList
    @usableFromInline var state: State
    /// Whether values under unknown keys are kept.
    let keepsUnknownValues: Bool
    /// Where the object starts, to name it when something is missing.
    let start: Int
    /// The position after that of the field that was asked for last: they come in order, or the object is scanned.
    var nextIndex = 0
    /// The fields that were taken for missing because a later one's key came first; one bit each.
    var skipped: UInt64 = 0
    /// Where the object's offsets start in the context's stack, once it has been scanned.
    var firstOffset = 0
    /// Where the object ends, once it has been scanned.
    var end = 0
    /// The wire name of the required field that was found missing, for `Codable`'s own error.
    var missingName = ""
    /// The row or the decoder's container; the state says which.
    let source: AnyObject?

    @frozen
    @usableFromInline
    enum State: UInt8 {
        /// JSON: nothing read, so no comma comes next.
        case first
        /// JSON: the cursor is behind a member.
        case next
        /// JSON: the cursor is behind the object.
        case ended
        /// JSON: the offsets of all members are known.
        case scanned
        /// There is no object.
        case empty
        case row, decoder
    }

    /// Reads one field, with the type that the property asks for.
    @inlinable
    public mutating func value<Value: FieldValue>(_ index: Int) throws(DecodingFailure) -> Value {
        if let format = try nextJSON(index) { return try Value.read(from: &json, format) }
        return try elsewhere(index)
    }

    /// The value of a field that JSON does not have, or that comes from a row or a decoder.
    @inlinable
    @inline(never)
    mutating func elsewhere<Value: FieldValue>(_ index: Int) throws(DecodingFailure) -> Value {
        if let row {
            if let column = column(index), !row.isNull(column) {
                return try Value.read(from: row, column: column, format(index))
            }
        } else if let value: Value = try decoded(index) {
            return value
        }
        if !isRequired(index), let absent = Value.absent { return absent }
        // Taken for missing so far: now it has to be known.
        if let format = try searchedJSON(index) { return try Value.read(from: &json, format) }
        throw missing(index)
    }

    @usableFromInline
    func isRequired(_ index: Int) -> Bool { fields[index].isRequired }

    @usableFromInline
    func format(_ index: Int) -> DateFormat { fields[index].format }

    /// The field's column, where the row has it.
    @usableFromInline
    func column(_ index: Int) -> Int? { row?.layout?.column(of: index) }

    /// The failure for a field that has no value but must have one.
    @usableFromInline
    mutating func missing(_ index: Int) -> DecodingFailure {
        let field = table.fields[index]
        switch state {
        case .row:
            return DecodingFailure(
                .missing, at: column(index) ?? -1, expected: field.kind.expectation,
                path: JSONPlace.member(field.name))
        case .scanned where json.context.offsets[firstOffset + index] >= 0:
            // There is a null.
            return DecodingFailure(
                .wrongType, at: json.context.offsets[firstOffset + index], expected: field.kind.expectation)
        default:
            missingName = field.name
            return DecodingFailure(
                .missing, at: start, expected: field.kind.expectation, path: JSONPlace.member(field.name))
        }
    }
}
