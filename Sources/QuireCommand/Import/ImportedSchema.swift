import QuireSchema

/// A schema that an import puts together, before it is written.
struct ImportedSchema {
    var access: AccessLevel?
    var comment: String
    var modules: [ImportedModule] = []
}

/// A module of an imported schema.
struct ImportedModule {
    var name: String
    /// Only where the name that Quire makes of `name` is another module's already.
    var swiftName: String?
    var id: String?
    var description: String?
    var isSingle = false
    var fields: [ImportedField] = []
    /// Where the content system's description of it stands.
    var location: SourceLocation
}

/// A field of an imported schema.
struct ImportedField {
    var name: String
    var swiftName: String?
    var type: ImportedType
    var defaultValue: SchemaJSON?
    var isSortable = false
    /// What becomes the doc comment: the content system's own words, then what Quire has to add.
    var description: [String] = []
    /// What only a reader of the schema has to know.
    var comment: String?
    var location: SourceLocation
}

/// What an imported field holds.
enum ImportedType {
    /// A type that needs no more than its name.
    case named(String)
    case list(of: String)
    case choice([ImportedValue])
    case choices([ImportedValue])
    /// Relations whose module is not known yet, and those whose is.
    case relation(module: String?)
    case relations(module: String?)
}

/// A value of an imported choice.
struct ImportedValue {
    var raw: String
    var swiftName: String?
}
