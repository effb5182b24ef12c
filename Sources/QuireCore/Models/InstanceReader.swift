import Foundation

/// One instance to be read: an object of a page, or a row of a store.
public struct InstanceReader {
    private enum Source {
        case json
        /// The current row of a store.
        case row(RowSource)
        /// Valid while the record is read.
        case record(UnsafePointer<RecordValues>)
    }

    @usableFromInline var json: JSONCursor
    private let table: FieldTable
    private let source: Source

    /// Creates a reader for the object at the cursor, whose values have the table's fields.
    package init(_ json: JSONCursor, _ table: FieldTable) {
        self.json = json
        self.table = table
        source = .json
    }

    /// Creates a reader for a record, whose values have the table's fields. The cursor is over the written bytes.
    init(_ record: UnsafePointer<RecordValues>, _ json: JSONCursor, table: FieldTable) {
        self.json = json
        self.table = table
        source = .record(record)
    }

    /// Creates a reader for a store's current row.
    public init(_ row: RowSource, _ layout: RowLayout, table: FieldTable) {
        json = JSONCursor()
        self.table = table
        source = .row(row)
        if row.layout !== layout { row.layout = layout }
    }

    /// Whether the instance is a store row instead of JSON.
    var isRow: Bool { if case .row = source { true } else { false } }

    /// The cursor at the instance.
    ///
    /// - Throws: If there is no instance as JSON, because the values come from a record. Then the instance is read.
    func instance() throws(ValueDecodingError) -> JSONCursor {
        if case .record = source {
            throw ValueDecodingError(.invalidValue, at: 0, expected: "an instance")
        }
        return json
    }

    /// The cursor's offset after the instance has been read. 0 for rows.
    package var endOffset: Int { json.offset }

    /// Reads the envelope (id, metadata) and passes a reader of the values to the closure.
    ///
    /// If the values are missing or null, all fields are missing. The closure is called again if the keys of the values
    /// come in an order that it was not prepared for.
    @inlinable
    public mutating func read<Result>(
        _ values: (inout ValuesReader) throws(ValueDecodingError) -> Result
    ) throws(ValueDecodingError) -> (id: String, metadata: ContentMetadata, values: Result) {
        var id = ""
        var metadata = ContentMetadata()
        let result = try read(&id, &metadata, values: values)
        return (id, metadata, result)
    }

    /// The same without a tuple, which would copy everything.
    @inlinable
    mutating func read<Result>(
        _ id: inout String, _ metadata: inout ContentMetadata,
        values: (inout ValuesReader) throws(ValueDecodingError) -> Result
    ) throws(ValueDecodingError) -> Result {
        var envelope = InstanceEnvelope()
        var reader = try open(&envelope, id: &id, metadata: &metadata)
        let result: Result
        do throws(ValueDecodingError) {
            result = try Self.read(&reader, values)
        } catch {
            guard error.reason == .outOfOrder else { throw placed(error, in: envelope) }
            reader = try reopened(reader)
            result = try Self.read(&reader, values)
        }
        try close(reader, &envelope, id: &id, metadata: &metadata)
        return result
    }

    @inlinable
    static func read<Result>(
        _ reader: inout ValuesReader, _ values: (inout ValuesReader) throws(ValueDecodingError) -> Result
    ) throws(ValueDecodingError) -> Result {
        let result = try values(&reader)
        try reader.finish()
        return result
    }

    /// Reads only the id.
    package mutating func readID() throws(ValueDecodingError) -> String {
        if case .row(let row) = source { return row.text(RowLayout.Envelope.id.rawValue) }
        return try read { (_) throws(ValueDecodingError) in }.id
    }

    // MARK: - Around the values

    /// Reads the instance up to its values.
    @usableFromInline
    mutating func open(
        _ envelope: inout InstanceEnvelope, id: inout String, metadata: inout ContentMetadata
    ) throws(ValueDecodingError) -> ValuesReader {
        switch source {
        case .row(let row):
            id = row.text(RowLayout.Envelope.id.rawValue)
            if row.layout?.hasMetadata != false { try metadata.read(row) }
            return ValuesReader(row, table)
        case .record(let record): return try open(record, &envelope, id: &id, metadata: &metadata)
        case .json:
            envelope.keepsUnknownValues =
                json.context.keepsUnknownValues && json.depth < json.context.instanceDepth
            try envelope.begin(&json, id: &id, metadata: &metadata)
            guard envelope.hasValues else {
                return ValuesReader(emptyAt: json, start: envelope.valuesPlace, table)
            }
            return try ValuesReader(json, table, keepsUnknownValues: envelope.keepsUnknownValues)
        }
    }

    /// Reads the record's instance without its values.
    private mutating func open(
        _ record: UnsafePointer<RecordValues>, _ envelope: inout InstanceEnvelope, id: inout String,
        metadata: inout ContentMetadata
    ) throws(ValueDecodingError) -> ValuesReader {
        json.offset = record.pointee.envelope.start
        try envelope.begin(&json, id: &id, metadata: &metadata)
        // Also a null in place of the values would count, because it comes first.
        guard !envelope.hasValues, envelope.valuesPlace == envelope.start,
            json.offset == record.pointee.envelope.end
        else {
            throw ValueDecodingError(.invalidValue, at: 0, expected: "an instance without values")
        }
        var values = json
        // Inside the instance and its values.
        values.depth += 2
        return ValuesReader(record, values, table: table)
    }

    /// Returns a reader for the same values that accepts any order.
    @usableFromInline
    mutating func reopened(_ reader: ValuesReader) throws(ValueDecodingError) -> ValuesReader {
        _ = try instance()
        json.context.hasOtherOrder = true
        return try ValuesReader(json, table, keepsUnknownValues: reader.keepsUnknownValues)
    }

    /// Reads the rest of the instance after its values.
    @usableFromInline
    mutating func close(
        _ reader: ValuesReader, _ envelope: inout InstanceEnvelope, id: inout String,
        metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        guard case .json = source else { return }
        if envelope.hasValues {
            json.offset = reader.json.offset
            try envelope.end(&json, id: &id, metadata: &metadata)
        }
        if envelope.keepsUnknownValues, !json.context.unknownValues.isEmpty {
            metadata.unknownValues = json.context.takeUnknownValues()
        }
    }

    /// Adds `values` to the path of a failure if the document has no values, since nothing else points to them.
    @usableFromInline
    func placed(_ failure: ValueDecodingError, in envelope: InstanceEnvelope) -> ValueDecodingError {
        guard !isRow, !envelope.hasValues, envelope.valuesPlace == envelope.start, let path = failure.path
        else {
            return failure
        }
        var failure = failure
        failure.path = ".values" + path
        return failure
    }
}

/// The progress of reading an instance. Its other members may come before or after its values.
@usableFromInline
struct InstanceEnvelope {
    private var hasID = false
    /// Whether the cursor is at the object of the values.
    var hasValues = false
    /// Whether unknown values are kept: for the page's own instances, not for related ones.
    var keepsUnknownValues = false
    /// The offset at which the instance starts.
    var start = 0
    /// The offset of a null in place of the values, or the instance's start if the key is missing.
    var valuesPlace = 0
    /// The keys read so far, one bit each. If a key occurs twice, the first counts.
    private var seen: UInt32 = 0
    /// The key that came last.
    private var last = -1

    @usableFromInline
    init() {}

    /// Reads an instance up to its values, or to its end.
    mutating func begin(
        _ json: inout JSONCursor, id: inout String, metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        guard json.peek() == UInt8(ascii: "{") else { throw json.mismatch("an item") }
        start = json.offset
        valuesPlace = start
        json.offset &+= 1
        try json.enter()
        if json.consume(UInt8(ascii: "}")) { return try finish(&json) }
        try members(&json, id: &id, metadata: &metadata)
    }

    /// Continues reading after the values.
    mutating func end(
        _ json: inout JSONCursor, id: inout String, metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        if json.consume(UInt8(ascii: ",")) { return try members(&json, id: &id, metadata: &metadata) }
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        try finish(&json)
    }

    /// Reads members up to the values, or to the end of the object.
    private mutating func members(
        _ json: inout JSONCursor, id: inout String, metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        let keys = InstanceKey.keys
        let order = json.context.keyOrder.start(of: keys)
        repeat {
            guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
            let index = try json.fieldIndex(in: keys, after: &last, from: order)
            guard index >= 0, seen & 1 << UInt32(index) == 0, let key = InstanceKey(rawValue: index) else {
                try json.skipValue()
                continue
            }
            seen |= 1 << UInt32(index)
            switch json.peek() {
            case UInt8(ascii: "n"):
                if key == .values { valuesPlace = json.offset }
                try json.word(.null)
            default:
                if key == .values {
                    hasValues = true
                    return
                }
                if key == .id {
                    id = try Self.identifier(&json)
                    hasID = true
                } else {
                    try metadata.read(key, from: &json)
                }
            }
        } while json.consume(UInt8(ascii: ","))
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        try finish(&json)
    }

    private func finish(_ json: inout JSONCursor) throws(ValueDecodingError) {
        json.leave()
        guard hasID else {
            throw ValueDecodingError(.missing, at: start, expected: "an id as a string", path: ".id")
        }
    }

    private static func identifier(_ json: inout JSONCursor) throws(ValueDecodingError) -> String {
        guard json.peek() == UInt8(ascii: "\"") else { throw json.mismatch("an id as a string") }
        return try json.comparedString()
    }
}
