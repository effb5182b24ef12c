/// A text of the schema with its place.
struct LocatedText {
    var text: String
    var location: SourceLocation
}

/// What the documents say, before names are resolved and rules are checked.
struct Declarations {
    var access: AccessLevel?
    var accessLocation: SourceLocation?
    var locales: [DeclaredLocale] = []
    var enumerations: [Enumeration] = []
    var scalars: [Scalar] = []
    var mixins: [DeclaredMixin] = []
    var modules: [DeclaredModule] = []
    /// Names of types that there are none of; reported once all declarations are known.
    var unknownTypes: [LocatedText] = []
    /// Set when a declaration could not be read, so that a name that nobody declares may be one of those.
    var isIncomplete = false
}

struct DeclaredLocale {
    var name: LocatedText
    var fallbacks: [LocatedText]
    /// Where it says that it is the default.
    var defaultLocation: SourceLocation?
}

struct DeclaredMixin {
    var name: LocatedText
    var description: String?
    var mixins: [LocatedText]
    var fields: [DeclaredField]
    var location: SourceLocation
}

/// A module whose own fields are apart from those of its mixins.
struct DeclaredModule {
    /// All but the fields.
    var module: Module
    var mixins: [LocatedText]
    var fields: [DeclaredField]
}

/// A field whose type, operators and default have still to be checked.
struct DeclaredField {
    /// All that needs no check against the type.
    var field: Field
    var type: DeclaredType?
    var defaultValue: JSONValue?
    /// `nil` where the author lists none.
    var operators: [LocatedOperator]?
    var sortableLocation: SourceLocation?
    var facetLocation: SourceLocation?
    var searchableLocation: SourceLocation?
    var localizedLocation: SourceLocation?
}

struct LocatedOperator {
    var value: Operator
    var location: SourceLocation
}

/// A type with its names unresolved.
struct DeclaredType {
    /// One of `FieldType.names`.
    var name: LocatedText
    var format: DateFormat?
    /// Of a list: one type, or none if it could not be read.
    var element: [DeclaredType] = []
    /// Of an object.
    var fields: [DeclaredField] = []
    /// Of a choice that declares its own values.
    var values: [ChoiceValue]?
    var closed = false
    /// The enumeration, module or scalar that it names.
    var target: LocatedText?
}
