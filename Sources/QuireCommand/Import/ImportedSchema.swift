import QuireSchema

/// An imported schema before it is written.
struct ImportedSchema {
    var access: AccessLevel?
    var comment: String
    var modules: [ImportedModule] = []
}

/// A module of an imported schema.
struct ImportedModule {
    var name: String
    /// Set only if the name derived from `name` is already taken by another module.
    var swiftName: String?
    var id: String?
    var description: String?
    var isSingle = false
    var fields: [ImportedField] = []
    /// The location of its description in the source.
    var location: SourceLocation
}

/// A field of an imported schema.
struct ImportedField {
    var name: String
    var swiftName: String?
    var type: ImportedType
    var defaultValue: SchemaJSON?
    var isSortable = false
    /// The doc comment: the source's description, then additions by Quire.
    var description: [String] = []
    /// A comment for readers of the schema only.
    var comment: String?
    var location: SourceLocation
}

/// The type of an imported field.
enum ImportedType {
    /// A type that only needs its name.
    case named(String)
    case list(of: String)
    case choice([ImportedValue])
    case choices([ImportedValue])
    /// Relations, with their module if it is already known.
    case relation(module: String?)
    case relations(module: String?)
}

/// A value of an imported choice.
struct ImportedValue {
    var raw: String
    var swiftName: String?
}
