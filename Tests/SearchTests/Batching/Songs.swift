import Quire

/// A second module with full-text search, in the form of generated code.
enum Songs: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "songs",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true, searchWeight: 1)
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Songs.descriptor.fields }
        var title: Field<Self, String, Sortable<TextOperators>> { .init("title") }
    }

    struct Values: ContentValues {
        var title: String

        init(title: String) { self.title = title }

        static var table: FieldTable { Songs.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) { title = try reader.value(0) }

        func write(to writer: inout ValuesWriter) { writer.value(0, title) }
    }
}

typealias Song = Content<Songs>
