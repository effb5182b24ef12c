import QuireCore

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
