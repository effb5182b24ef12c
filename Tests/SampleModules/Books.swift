import Foundation
public import Quire

// Handwritten in the form of generated code, for tests of queries and of code that must not compile.

/// Books in the shop.
public enum Books: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "age", kind: .integer, isRequired: true, isSortable: true),
            FieldDescriptor(name: "price", kind: .number, isRequired: true),
            FieldDescriptor(name: "active", kind: .boolean, isRequired: true),
            FieldDescriptor(name: "registration", kind: .text),
            FieldDescriptor(name: "rank", kind: .integer, isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "status", kind: .choice, facet: .disjunctive),
            FieldDescriptor(
                name: "released", kind: .date(.dateOnly), isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "tags", kind: .list(.text), facet: .conjunctive),
            FieldDescriptor(name: "scores", kind: .list(.integer), facet: .conjunctive),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "author", kind: .relation(module: "authors"), facet: .disjunctive),
            FieldDescriptor(name: "editors", kind: .relations(module: "authors")),
        ])

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Books.descriptor.fields }
        public var title: Field<Self, String, Searchable<Sortable<TextOperators>>> { .init("title") }
        public var age: Field<Self, Int, Sortable<NumberOperators>> { .init("age") }
        public var price: Field<Self, Double, NumberOperators> { .init("price") }
        public var active: Field<Self, Bool, BooleanOperators> { .init("active") }
        public var registration: Field<Self, String?, TextOperators> { .init("registration") }
        public var rank: Field<Self, Int?, Facetable<Sortable<NumberOperators>>> { .init("rank") }
        public var status: Field<Self, Status?, Facetable<ChoiceOperators>> { .init("status") }
        public var released: Field<Self, Date?, Facetable<Sortable<DateOperators>>> { .init("released") }
        public var tags: Field<Self, [String], Facetable<ListOperators>> { .init("tags") }
        public var scores: Field<Self, [Int], Facetable<OrderedListOperators>> { .init("scores") }
        public var place: Field<Self, String?, GeoOperators> { .init("place") }
        public var author: Field<Self, ContentID<Authors>?, Facetable<RelationOperators>> { .init("author") }
        public var editors: Field<Self, [ContentID<Authors>], ListOperators> { .init("editors") }
    }

    public struct Values: ContentValues {
        public var title: String
        public var age: Int
        public var price: Double
        public var active: Bool
        public var registration: String?
        public var rank: Int?
        public var status: Status?
        public var released: Date?
        public var tags: [String]
        public var scores: [Int]
        public var place: String?
        public var author: Relation<Authors>?
        public var editors: [Relation<Authors>]

        public init(
            title: String, age: Int, price: Double = 0, active: Bool = true, registration: String? = nil,
            rank: Int? = nil, status: Status? = nil, released: Date? = nil, tags: [String] = [],
            scores: [Int] = [],
            place: String? = nil, author: Relation<Authors>? = nil, editors: [Relation<Authors>] = []
        ) {
            self.title = title
            self.age = age
            self.price = price
            self.active = active
            self.registration = registration
            self.rank = rank
            self.status = status
            self.released = released
            self.tags = tags
            self.scores = scores
            self.place = place
            self.author = author
            self.editors = editors
        }

        public static var table: FieldTable { Books.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            age = try reader.value(1)
            price = try reader.value(2)
            active = try reader.value(3)
            registration = try reader.value(4)
            rank = try reader.value(5)
            status = try reader.value(6)
            released = try reader.value(7)
            tags = try reader.value(8)
            scores = try reader.value(9)
            place = try reader.value(10)
            author = try reader.value(11)
            editors = try reader.value(12)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, age)
            writer.value(2, price)
            writer.value(3, active)
            writer.value(4, registration)
            writer.value(5, rank)
            writer.value(6, status)
            writer.value(7, released)
            writer.value(8, tags)
            writer.value(9, scores)
            writer.value(10, place)
            writer.value(11, author)
            writer.value(12, editors)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("author", &author)
            visitor.visit("editors", &editors)
        }
    }

    public typealias Draft = ContentDraft<Books>

    public enum Status: String, ClosedChoice {
        case draft, live, archived
    }
}

public typealias Book = Content<Books>
