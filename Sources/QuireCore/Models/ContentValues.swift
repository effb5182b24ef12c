/// The values of a module's fields, or of an object field: what the generator declares as a struct.
///
/// Generated code says only which property holds which field; reading and writing live here, for JSON bytes, for rows
/// of a store, and for any `Decoder` and `Encoder`.
public protocol ContentValues: FieldValue {
    static var table: FieldTable { get }

    init(from reader: inout ValuesReader) throws(DecodingFailure)

    func write(to writer: inout ValuesWriter)

    /// Shows every relation to a visitor, which may fill in the related items.
    mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor)
}

extension ContentValues {
    public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {}

    @inlinable
    public static func read(
        from json: inout JSONCursor, _ format: DateFormat
    ) throws(DecodingFailure) -> Self {
        var reader = try json.valuesReader(table)
        do throws(DecodingFailure) {
            return try read(&reader, &json)
        } catch {
            guard error.reason == .outOfOrder else { throw error }
            reader = try json.otherValuesReader(table)
            return try read(&reader, &json)
        }
    }

    @inlinable
    static func read(
        _ reader: inout ValuesReader, _ json: inout JSONCursor
    ) throws(DecodingFailure) -> Self {
        let values = try Self(from: &reader)
        try reader.finish()
        json.offset = reader.json.offset
        return values
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(DecodingFailure) -> Self {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    /// Writes the fields into the object that is open.
    package func writeMembers(to json: inout JSONWriter) {
        var writer = ValuesWriter(json, Self.table)
        json = JSONWriter()
        write(to: &writer)
        json = writer.json
    }
}

extension JSONCursor {
    /// A reader of the object at the cursor.
    @usableFromInline
    func valuesReader(_ table: FieldTable) throws(DecodingFailure) -> ValuesReader {
        try ValuesReader(self, table)
    }

    /// A reader of the same object that is ready for any order of keys.
    @usableFromInline
    func otherValuesReader(_ table: FieldTable) throws(DecodingFailure) -> ValuesReader {
        context.hasOtherOrder = true
        return try ValuesReader(self, table)
    }
}

/// `Codable` in the wire's own form: dates as the schema says, whatever the coder's strategies are.
extension ContentValues {
    public init(from decoder: any Decoder) throws {
        var reader = try ValuesReader(decoder, Self.table)
        do throws(DecodingFailure) {
            try self.init(from: &reader)
        } catch {
            throw reader.decoderError(for: error)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = ValuesWriter(encoder, Self.table)
        write(to: &writer)
        if let error = writer.encoder?.error { throw error }
    }
}

/// Sees the relations of a model, by the field's wire name.
public protocol RelationVisitor {
    mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>)
}

extension RelationVisitor {
    public mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>?) {
        guard var some = relation else { return }
        visit(field, &some)
        relation = some
    }

    public mutating func visit<Target: ContentModule>(_ field: String, _ relations: inout [Relation<Target>])
    {
        for index in relations.indices { visit(field, &relations[index]) }
    }
}
