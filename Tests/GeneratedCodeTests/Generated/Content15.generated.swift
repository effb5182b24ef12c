// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

// MARK: - Authors

nonisolated enum Authors: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "authors", "fields": [
          {"name": "name", "type": "text", "required": true},
          {"name": "id", "type": "text"},
          {"name": "books", "type": "relations", "module": "books"}]}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Authors.descriptor.fields }

        var name: Field<Self, String, TextOperators> { .init("name") }

        var idField: Field<Self, String?, TextOperators> { .init("id") }

        var books: Field<Self, [ContentID<Books>], ListOperators> { .init("books") }
    }

    /// The values of an item of `Authors`.
    struct Values: FieldwiseValues {
        var name: String
        var idField: String?
        var books: [Relation<Books>]

        init(name: String, idField: String? = nil, books: [Relation<Books>] = []) {
            self.name = name
            self.idField = idField
            self.books = books
        }

        static var table: FieldTable { Authors.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            idField = try reader.value(1)
            books = try reader.value(2)
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.name, right.name, at: 0)
            visitor.value(left.idField, right.idField, at: 1)
            visitor.value(left.books, right.books, at: 2)
        }

        mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("books", &books)
        }
    }

    typealias Draft = ContentDraft<Authors>

    /// The metadata whose name no field has.
    struct ItemMetadata: UnhiddenMetadata {
        var metadata: ContentMetadata
        init(metadata: ContentMetadata) { self.metadata = metadata }
        var name: HiddenByField { get { HiddenByField() } set {} }
    }

    /// The metadata whose name no field has.
    struct SortMetadata: UnhiddenMetaFields {
        init() {}
        var name: HiddenByField { get { HiddenByField() } set {} }
    }
}

/// An item of `Authors`.
typealias Author = Content<Authors>
