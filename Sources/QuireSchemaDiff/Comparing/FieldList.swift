import QuireGenerator
import QuireSchema

/// The fields of a module or an object, with their Swift declarations.
struct FieldList {
    var fields: [Field]
    var properties: [SwiftInterface.Property]
    /// The location of the module or object.
    var location: SourceLocation

    init(_ fields: [Field], _ record: SwiftInterface.Record, _ location: SourceLocation) {
        self.fields = fields
        properties = record.properties
        self.location = location
    }

    subscript(index: Int) -> DeclaredField {
        DeclaredField(field: fields[index], property: properties[index])
    }
}

/// A field with its Swift declaration.
struct DeclaredField {
    var field: Field
    var property: SwiftInterface.Property
}
