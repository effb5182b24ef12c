import Foundation
import Quire
import SampleModules

/// A module whose id the schema contains, for writes.
enum Novels: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "novels", id: "m1",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true),
            FieldDescriptor(name: "rank", kind: .integer),
            FieldDescriptor(name: "released", kind: .date(.dateOnly)),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Novels.descriptor.fields }
        var title: Field<Self, String, TextOperators> { .init("title") }
        var rank: Field<Self, Int?, NumberOperators> { .init("rank") }
        var released: Field<Self, Date?, DateOperators> { .init("released") }
        var author: Field<Self, ContentID<Authors>?, RelationOperators> { .init("author") }
    }

    struct Values: ContentValues {
        var title: String
        var rank: Int?
        var released: Date?
        var author: Relation<Authors>?

        init(title: String, rank: Int? = nil) {
            self.title = title
            self.rank = rank
        }

        static var table: FieldTable { Novels.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            rank = try reader.value(1)
            released = try reader.value(2)
            author = try reader.value(3)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, rank)
            writer.value(2, released)
            writer.value(3, author)
        }
    }

    typealias Draft = ContentDraft<Novels>
}

typealias Novel = Content<Novels>
