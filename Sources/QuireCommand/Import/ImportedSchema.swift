import QuireSchema

/// An imported schema before it is written.
struct ImportedSchema {
    /// `nil` for public: a schema is a target of its own, so other targets need access.
    var access: AccessLevel?
    var comment: String
    var locales: [String] = []
    var modules: [ImportedModule] = []
}

/// A module of an imported schema.
struct ImportedModule {
    var name: String
    /// Set only if the name derived from `name` is already taken by another module.
    var swiftName: String?
    /// The Swift name of one item, if the module's name is a plural.
    var item: String?
    var id: String?
    var description: String?
    var isSingle = false
    /// The field that ranks items that match equally well.
    var popularity: String?
    /// `true`, or the reason.
    var deprecated: SchemaJSON?
    var synonyms: SchemaJSON?
    var embedding: SchemaJSON?
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
    var isRequired = false
    var isSortable = false
    /// The weight in full-text search.
    var searchWeight: Double?
    var facet: String?
    /// The constraints by their keys.
    var constraints: [ImportedConstraint] = []
    /// The operators; `nil` for those of the type.
    var operators: [String]?
    /// The doc comment: the source's description, then additions by Quire.
    var description: [String] = []
    var isLocalized = false
    /// `true`, or the reason.
    var deprecated: SchemaJSON?
    /// A comment for readers of the schema only.
    var comment: String?
    var location: SourceLocation
}

/// A constraint of an imported field.
struct ImportedConstraint {
    /// The key in a schema.
    var key: String
    var value: Value

    enum Value {
        case text(String)
        case flag
        /// A number in its exact source form.
        case number(String)
    }

    init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}

/// The type of an imported field.
enum ImportedType {
    /// A type that only needs its name.
    case named(String)
    case list(of: String)
    /// `date` or `dateTime` with a format.
    case date(String, format: String)
    /// A list of them.
    case dates(String, format: String)
    case object([ImportedField])
    /// A list of objects.
    case objects([ImportedField])
    /// A text in each of the locales.
    case localized([String])
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
