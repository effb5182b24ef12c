public import Quire

/// Authors of books.
public enum Authors: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "authors",
        fields: [
            FieldDescriptor(name: "fullName", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "mentor", kind: .relation(module: "authors")),
            FieldDescriptor(name: "publisher", kind: .relation(module: "publishers")),
        ])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Authors.descriptor.fields }
        public var fullName: Field<Self, String, Sortable<TextOperators>> { .init("fullName") }
        public var mentor: Field<Self, ContentID<Authors>?, RelationOperators> { .init("mentor") }
        public var publisher: Field<Self, ContentID<Publishers>?, RelationOperators> { .init("publisher") }
    }

    public struct Values: ContentValues {
        public var fullName: String
        public var mentor: Relation<Authors>?
        public var publisher: Relation<Publishers>?

        public init(
            fullName: String, mentor: Relation<Authors>? = nil, publisher: Relation<Publishers>? = nil
        ) {
            self.fullName = fullName
            self.mentor = mentor
            self.publisher = publisher
        }

        public static var table: FieldTable { Authors.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            fullName = try reader.value(0)
            mentor = try reader.value(1)
            publisher = try reader.value(2)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, fullName)
            writer.value(1, mentor)
            writer.value(2, publisher)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("mentor", &mentor)
            visitor.visit("publisher", &publisher)
        }
    }
}

public typealias Author = Content<Authors>

/// Publishers of authors.
public enum Publishers: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "publishers", fields: [FieldDescriptor(name: "title", kind: .text, isRequired: true)])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Publishers.descriptor.fields }
        public var title: Field<Self, String, TextOperators> { .init("title") }
    }

    public struct Values: ContentValues {
        public var title: String

        public init(title: String) { self.title = title }

        public static var table: FieldTable { Publishers.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
        }

        public func write(to writer: inout ValuesWriter) { writer.value(0, title) }
    }
}

public typealias Publisher = Content<Publishers>
