public import Foundation
public import Quire

// Handwritten in the form of generated code, for conditions across relations.

/// Novels with an author and editors.
public enum Novels: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "novels",
        fields: [
            FieldDescriptor(name: "pages", kind: .integer, isSortable: true),
            FieldDescriptor(name: "author", kind: .relation(module: "writers")),
            FieldDescriptor(name: "editors", kind: .relations(module: "writers")),
        ])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Novels.descriptor.fields }
        public var pages: Field<Self, Int?, Sortable<NumberOperators>> { .init("pages") }
        public var author: Field<Self, ContentID<Writers>?, RelationOperators> { .init("author") }
        public var editors: Field<Self, [ContentID<Writers>], ListOperators> { .init("editors") }
    }

    public struct Values: ContentValues {
        public var pages: Int?
        public var author: Relation<Writers>?
        public var editors: [Relation<Writers>]

        public init(pages: Int? = nil, author: Relation<Writers>? = nil, editors: [Relation<Writers>] = []) {
            self.pages = pages
            self.author = author
            self.editors = editors
        }

        public static var table: FieldTable { Novels.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            pages = try reader.value(0)
            author = try reader.value(1)
            editors = try reader.value(2)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, pages)
            writer.value(1, author)
            writer.value(2, editors)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("author", &author)
            visitor.visit("editors", &editors)
        }
    }
}

/// Writers of novels. Their fields have names that queries must not confuse with members of their own types.
public enum Writers: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "writers",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "birthYear", kind: .integer, isSortable: true),
            FieldDescriptor(name: "publisher", kind: .relation(module: "houses")),
            FieldDescriptor(name: "fields", kind: .list(.text), isSortable: true),
            FieldDescriptor(name: "biography", kind: .longText, isSortable: true),
            FieldDescriptor(name: "diedOn", kind: .date(.dateOnly)),
            FieldDescriptor(name: "isLiving", kind: .boolean),
            FieldDescriptor(name: "rating", kind: .number),
        ])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Writers.descriptor.fields }
        public var name: Field<Self, String, Sortable<TextOperators>> { .init("name") }
        public var birthYear: Field<Self, Int?, Sortable<NumberOperators>> { .init("birthYear") }
        public var publisher: Field<Self, ContentID<Houses>?, RelationOperators> { .init("publisher") }
        public var fields: Field<Self, [String], Sortable<ListOperators>> { .init("fields") }
        public var biography: Field<Self, String?, Sortable<TextOperators>> { .init("biography") }
        public var diedOn: Field<Self, Date?, DateOperators> { .init("diedOn") }
        public var isLiving: Field<Self, Bool?, BooleanOperators> { .init("isLiving") }
        public var rating: Field<Self, Double?, NumberOperators> { .init("rating") }
    }

    public struct Values: ContentValues {
        public var name: String
        public var birthYear: Int?
        public var publisher: Relation<Houses>?
        public var fields: [String]
        public var biography: String?
        public var diedOn: Date?
        public var isLiving: Bool?
        public var rating: Double?

        public init(
            name: String, birthYear: Int? = nil, publisher: Relation<Houses>? = nil, fields: [String] = [],
            biography: String? = nil, diedOn: Date? = nil, isLiving: Bool? = nil, rating: Double? = nil
        ) {
            self.name = name
            self.birthYear = birthYear
            self.publisher = publisher
            self.fields = fields
            self.biography = biography
            self.diedOn = diedOn
            self.isLiving = isLiving
            self.rating = rating
        }

        public static var table: FieldTable { Writers.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            birthYear = try reader.value(1)
            publisher = try reader.value(2)
            fields = try reader.value(3)
            biography = try reader.value(4)
            diedOn = try reader.value(5)
            isLiving = try reader.value(6)
            rating = try reader.value(7)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, name)
            writer.value(1, birthYear)
            writer.value(2, publisher)
            writer.value(3, fields)
            writer.value(4, biography)
            writer.value(5, diedOn)
            writer.value(6, isLiving)
            writer.value(7, rating)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("publisher", &publisher)
        }
    }
}

/// Publishing houses.
public enum Houses: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "houses", fields: [FieldDescriptor(name: "country", kind: .choice, isSortable: true)])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Houses.descriptor.fields }
        public var country: Field<Self, Country?, Sortable<ChoiceOperators>> { .init("country") }
    }

    public struct Values: ContentValues {
        public var country: Country?

        public init(country: Country? = nil) { self.country = country }

        public static var table: FieldTable { Houses.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            country = try reader.value(0)
        }

        public func write(to writer: inout ValuesWriter) { writer.value(0, country) }
    }

    public enum Country: String, ClosedChoice {
        case japan, spain
    }
}

/// A small library with all the relations that lead nowhere: missing, empty, and to items that do not exist.
public enum Library {
    public static let houses: [Content<Houses>] = [
        Content(id: "p1", values: Houses.Values(country: .japan))
    ]

    public static let writers: [Content<Writers>] = [
        Content(id: "a1", values: .init(name: "Ann", birthYear: 1850, publisher: Relation("p1"))),
        Content(id: "a2", values: .init(name: "Bob", publisher: Relation("p9"), fields: ["poetry"])),
        Content(id: "a3", values: .init(name: "Cy", birthYear: 1950)),
        Content(id: "a4", values: .init(name: "Dee", birthYear: 1900, publisher: Relation("p1"))),
    ]

    public static let novels: [Content<Novels>] = [
        Content(
            id: "b1",
            values: .init(pages: 1, author: Relation("a1"), editors: [Relation("a1"), Relation("a2")])),
        Content(id: "b2", values: .init(pages: 2, author: Relation("a2"), editors: [Relation("a3")])),
        Content(id: "b3", values: .init(pages: 3, editors: [])),
        Content(id: "b4", values: .init(pages: 4, author: Relation("x9"), editors: [Relation("x9")])),
        Content(
            id: "b5",
            values: .init(pages: 5, author: Relation("a3"), editors: [Relation("a1"), Relation("x9")])),
        Content(id: "b6", values: .init(pages: 6, author: Relation("a3"))),
    ]
}
