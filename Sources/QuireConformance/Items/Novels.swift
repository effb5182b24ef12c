import Foundation
import QuireCore

// Handwritten in the form of generated code.

/// Novels, with a field of most types.
enum Novels: ContentModule {
    static let descriptor = ModuleDescriptor(
        // The development server gives the module of this name the module id of the items.
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "age", kind: .integer, isRequired: true, isSortable: true),
            FieldDescriptor(name: "price", kind: .number, isRequired: true),
            FieldDescriptor(name: "active", kind: .boolean, isRequired: true),
            FieldDescriptor(name: "status", kind: .choice, facet: .disjunctive),
            FieldDescriptor(
                name: "released", kind: .date(.dateOnly), isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "tags", kind: .list(.text), facet: .conjunctive),
            FieldDescriptor(name: "scores", kind: .list(.integer), facet: .conjunctive),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "author", kind: .relation(module: "writers"), facet: .disjunctive),
            FieldDescriptor(name: "editors", kind: .relations(module: "writers")),
        ])

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Novels.descriptor.fields }
        var title: Field<Self, String, Searchable<Sortable<TextOperators>>> { .init("title") }
        var age: Field<Self, Int, Sortable<NumberOperators>> { .init("age") }
        var price: Field<Self, Double, NumberOperators> { .init("price") }
        var active: Field<Self, Bool, BooleanOperators> { .init("active") }
        var status: Field<Self, Status?, Facetable<ChoiceOperators>> { .init("status") }
        var released: Field<Self, Date?, Facetable<Sortable<DateOperators>>> { .init("released") }
        var tags: Field<Self, [String], Facetable<ListOperators>> { .init("tags") }
        var scores: Field<Self, [Int], Facetable<OrderedListOperators>> { .init("scores") }
        var place: Field<Self, String?, GeoOperators> { .init("place") }
        var author: Field<Self, ContentID<Writers>?, Facetable<RelationOperators>> { .init("author") }
        var editors: Field<Self, [ContentID<Writers>], ListOperators> { .init("editors") }
    }

    struct Values: ContentValues {
        var title: String
        var age: Int
        var price: Double
        var active: Bool
        var status: Status?
        var released: Date?
        var tags: [String]
        var scores: [Int]
        var place: String?
        var author: Relation<Writers>?
        var editors: [Relation<Writers>]

        init(
            title: String, age: Int, price: Double = 0, active: Bool = true,
            status: Status? = nil, released: Date? = nil, tags: [String] = [],
            scores: [Int] = [],
            place: String? = nil, author: Relation<Writers>? = nil, editors: [Relation<Writers>] = []
        ) {
            self.title = title
            self.age = age
            self.price = price
            self.active = active
            self.status = status
            self.released = released
            self.tags = tags
            self.scores = scores
            self.place = place
            self.author = author
            self.editors = editors
        }

        static var table: FieldTable { Novels.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            age = try reader.value(1)
            price = try reader.value(2)
            active = try reader.value(3)
            status = try reader.value(4)
            released = try reader.value(5)
            tags = try reader.value(6)
            scores = try reader.value(7)
            place = try reader.value(8)
            author = try reader.value(9)
            editors = try reader.value(10)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, age)
            writer.value(2, price)
            writer.value(3, active)
            writer.value(4, status)
            writer.value(5, released)
            writer.value(6, tags)
            writer.value(7, scores)
            writer.value(8, place)
            writer.value(9, author)
            writer.value(10, editors)
        }

        mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("author", &author)
            visitor.visit("editors", &editors)
        }
    }

    typealias Draft = ContentDraft<Novels>

    enum Status: String, ClosedChoice {
        case draft, live, archived
    }
}

typealias Novel = Content<Novels>

/// The writers of the novels.
enum Writers: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "writers",
        fields: [
            FieldDescriptor(name: "fullName", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "mentor", kind: .relation(module: "writers")),
        ])

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Writers.descriptor.fields }
        var fullName: Field<Self, String, Sortable<TextOperators>> { .init("fullName") }
        var mentor: Field<Self, ContentID<Writers>?, RelationOperators> { .init("mentor") }
    }

    struct Values: ContentValues {
        var fullName: String
        var mentor: Relation<Writers>?

        init(fullName: String, mentor: Relation<Writers>? = nil) {
            self.fullName = fullName
            self.mentor = mentor
        }

        static var table: FieldTable { Writers.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            fullName = try reader.value(0)
            mentor = try reader.value(1)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, fullName)
            writer.value(1, mentor)
        }

        mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("mentor", &mentor)
        }
    }
}
