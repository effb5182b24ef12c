import Quire

/// A module in the form of generated code, with the fields of the measured filter.
enum Volumes: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "volumes",
        fields: [
            FieldDescriptor(name: "age", kind: .integer, isRequired: true),
            FieldDescriptor(name: "name", kind: .text, isRequired: true),
            FieldDescriptor(name: "price", kind: .number, isRequired: true),
            FieldDescriptor(name: "active", kind: .boolean, isRequired: true),
            FieldDescriptor(name: "registration", kind: .text),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Volumes.descriptor.fields }
        var age: Field<Self, Int, Sortable<NumberOperators>> { .init("age") }
        var name: Field<Self, String, TextOperators> { .init("name") }
        var price: Field<Self, Double, NumberOperators> { .init("price") }
        var active: Field<Self, Bool, BooleanOperators> { .init("active") }
        var registration: Field<Self, String?, TextOperators> { .init("registration") }
    }

    struct Values: ContentValues {
        static var table: FieldTable { Volumes.descriptor.fields }
        var age: Int

        init(from reader: inout ValuesReader) throws(ValueDecodingError) { age = try reader.value(0) }
        func write(to writer: inout ValuesWriter) { writer.value(0, age) }
    }
}
