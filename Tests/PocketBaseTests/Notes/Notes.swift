import Quire

/// A module whose collection has fields that an existing collection holds exactly.
enum Notes: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "notes",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "number", kind: .integer, isRequired: true, isSortable: true),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Notes.descriptor.fields }
        var title: Field<Self, String?, Sortable<TextOperators>> { .init("title") }
        var number: Field<Self, Int, Sortable<NumberOperators>> { .init("number") }
    }

    struct Values: ContentValues {
        var title: String?
        var number: Int

        static var table: FieldTable { Notes.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            number = try reader.value(1)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, number)
        }
    }
}
