/// The values of a module's fields, or of an object field: what the generator declares as a struct.
///
/// Generated code says only which property holds which field; reading and writing live here, for JSON bytes, for rows
/// of a store, and for any `Decoder` and `Encoder`.
public protocol ContentValues: Codable, Hashable, Sendable {
    static var table: FieldTable { get }

    init(from reader: inout ValuesReader) throws(DecodingFailure)

    func write(to writer: inout ValuesWriter)

    /// Shows every relation to a visitor, which may fill in the related items.
    mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor)
}

extension ContentValues {
    public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {}
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

    public mutating func visit<Target: ContentModule>(_ field: String, _ relations: inout [Relation<Target>]) {
        for index in relations.indices { visit(field, &relations[index]) }
    }
}
