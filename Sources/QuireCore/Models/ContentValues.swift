/// The values of a module's fields, or of an object field. The generator declares a struct for each.
///
/// Generated code only maps properties to fields. Reading and writing are implemented here, for JSON bytes, store
/// rows, and any `Decoder` and `Encoder`.
public protocol ContentValues: FieldValue {
    static var table: FieldTable { get }

    init(from reader: inout ValuesReader) throws(ValueDecodingError)

    func write(to writer: inout ValuesWriter)

    /// Calls the visitor for every relation. The visitor may fill in the related items.
    mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor)
}

extension ContentValues {
    public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {}

    @inlinable
    public static func read(
        from json: inout JSONCursor, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        let table = table
        // The reader does not keep it alive.
        defer { withExtendedLifetime(table) {} }
        var reader = try json.valuesReader(table)
        do throws(ValueDecodingError) {
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
    ) throws(ValueDecodingError) -> Self {
        let values = try Self(from: &reader)
        try reader.finish()
        json.offset = reader.json.offset
        return values
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    /// Writes the fields into the open object.
    package func writeMembers(to json: inout JSONWriter) {
        var writer = ValuesWriter(json, Self.table)
        json = JSONWriter()
        write(to: &writer)
        json = writer.json
    }
}

extension JSONCursor {
    /// Returns a reader for the object at the cursor.
    @usableFromInline
    func valuesReader(_ table: FieldTable) throws(ValueDecodingError) -> ValuesReader {
        try ValuesReader(self, table)
    }

    /// Returns a reader for the same object that accepts any order of keys.
    @usableFromInline
    func otherValuesReader(_ table: FieldTable) throws(ValueDecodingError) -> ValuesReader {
        context.hasOtherOrder = true
        return try ValuesReader(self, table)
    }
}

/// `Codable` in the wire format: dates follow the schema, regardless of the coder's strategies.
extension ContentValues {
    public init(from decoder: any Decoder) throws {
        let table = Self.table
        let values = try DecoderValues(decoder)
        // The reader does not keep them alive.
        defer { withExtendedLifetime((table, values)) {} }
        var reader = ValuesReader(values, table)
        do throws(ValueDecodingError) {
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

/// Visits the relations of a model and of its objects, by the field's wire name.
@_documentation(visibility: internal)
public protocol RelationVisitor {
    /// The names of the objects that lead to the visited relations, each with a dot.
    var path: String { get set }

    mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>)

    /// Visits a relation to many items. By default, each of its relations is visited.
    mutating func visit<Target: ContentModule>(_ field: String, _ relations: inout [Relation<Target>])
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

    /// Visits the relations of an object.
    public mutating func visit<Object: ContentValues>(_ field: String, object: inout Object) {
        let outer = path
        path += field + "."
        object.visitRelations(&self)
        path = outer
    }

    public mutating func visit<Object: ContentValues>(_ field: String, object: inout Object?) {
        guard var some = object else { return }
        visit(field, object: &some)
        object = some
    }

    public mutating func visit<Object: ContentValues>(_ field: String, object: inout [Object]) {
        for index in object.indices { visit(field, object: &object[index]) }
    }
}

/// A module of the schema: the namespace that the generator declares for it.
///
/// ```swift
/// let query = Books.query().where(\.age >= 18)
/// ```
public protocol ContentModule: Sendable {
    associatedtype Fields: FieldSet
    associatedtype Values: ContentValues

    /// The metadata properties that are members of the module's items: those that no field hides by its name.
    associatedtype ItemMetadata: MetadataMembers = ContentMetadata

    /// The metadata properties that `sort(by:)` accepts: those that no field hides by its name.
    associatedtype SortMetadata: MetadataNames = MetaFields

    static var descriptor: ModuleDescriptor { get }

    /// Decodes pages and rows to items. There is a default implementation.
    static var itemDecoder: ItemDecoder<Content<Self>> { get }
}
