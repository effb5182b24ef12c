public import Quire

/// Fields of types with few filter operations.
public enum Notices: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "notices",
        fields: [
            FieldDescriptor(name: "title", kind: .localizedText),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
        ])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Notices.descriptor.fields }
        public var title: Field<Self, LocalizedText?, NoOperators> { .init("title") }
        public var extra: Field<Self, JSONValue?, NoOperators> { .init("extra") }
        public var place: Field<Self, GeoPoint?, GeoOperators> { .init("place") }
        public var author: Field<Self, ContentID<Authors>?, RelationOperators> { .init("author") }
    }

    public struct Values: ContentValues {
        public var title: LocalizedText?
        public var extra: JSONValue?
        public var place: GeoPoint?
        public var author: Relation<Authors>?

        public init() {}

        public static var table: FieldTable { Notices.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            extra = try reader.value(1)
            place = try reader.value(2)
            author = try reader.value(3)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, extra)
            writer.value(2, place)
            writer.value(3, author)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("author", &author)
        }
    }
}
