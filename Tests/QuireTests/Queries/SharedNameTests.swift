import Quire
import Testing

/// A module whose fields are named like metadata.
private enum People: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "people",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "createdAt", kind: .dateTime(.epochMilliseconds)),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { People.descriptor.fields }
        var name: Field<Self, String, Sortable<TextOperators>> { .init("name") }
        var createdAt: Field<Self, String?, NoOperators> { .init("createdAt") }
    }

    struct SortMetadata: UnhiddenMetaFields {
        var name: HiddenByField { HiddenByField() }
        var createdAt: HiddenByField { HiddenByField() }
    }

    struct Values: ContentValues {
        static var table: FieldTable { People.descriptor.fields }
        var name: String

        init(from reader: inout ValuesReader) throws(ValueDecodingError) { name = try reader.value(0) }
        func write(to writer: inout ValuesWriter) { writer.value(0, name) }
    }
}

@Suite("Fields named like metadata")
struct SharedNameTests {
    @Test("Sorting by a name that a field and the metadata share uses the field")
    func field() {
        #expect(People.query().sort(by: \.name).request.sort == [SortKey(.value("name"))])
    }

    @Test("sortMeta uses the metadata")
    func metadata() {
        #expect(People.query().sortMeta(by: \.name).request.sort == [SortKey(.metadata("name"))])
        #expect(People.query().sortMeta(by: \.createdAt).request.sort == [SortKey(.metadata("createdAt"))])
    }

    @Test("A metadata name that no field has means the metadata")
    func unshared() {
        #expect(People.query().sort(by: \.updatedAt).request.sort == [SortKey(.metadata("updatedAt"))])
    }
}
