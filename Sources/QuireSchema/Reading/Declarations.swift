/// A text of the schema with its location.
struct LocatedText {
    var text: String
    var location: SourceLocation
}

/// The contents of the documents, before names are resolved and rules are checked.
struct Declarations {
    var access: AccessLevel?
    var accessLocation: SourceLocation?
    var locales: [DeclaredLocale] = []
    var enumerations: [Enumeration] = []
    var scalars: [Scalar] = []
    var mixins: [DeclaredMixin] = []
    var modules: [DeclaredModule] = []
    /// Unknown type names, which are reported after all declarations have been read.
    var unknownTypes: [LocatedText] = []
    /// Set if a declaration could not be read, so that an undeclared name may refer to it.
    var isIncomplete = false
}

struct DeclaredLocale {
    var name: LocatedText
    var fallbacks: [LocatedText]
    /// The location of its `default`.
    var defaultLocation: SourceLocation?
}

struct DeclaredMixin {
    var name: LocatedText
    var mixins: [LocatedText]
    var fields: [DeclaredField]
    var location: SourceLocation
}

/// A module whose own fields are separate from those of its mixins.
struct DeclaredModule {
    /// The module without its fields.
    var module: Module
    var mixins: [LocatedText]
    var fields: [DeclaredField]
    /// The name of the field that the ranking calls popularity.
    var popularity: LocatedText?
    var rankingLocation: SourceLocation?
    var synonymsLocation: SourceLocation?
    var embedding: DeclaredEmbedding?
}

/// An embedding whose fields have not been checked.
struct DeclaredEmbedding {
    var fields: [LocatedText]
    var dimensions: Int
    var model: String
    var location: SourceLocation
}

/// A field whose type, operators and default have not been checked.
struct DeclaredField {
    /// The parts that do not depend on the type.
    var field: Field
    var type: DeclaredType?
    var defaultValue: JSONValue?
    /// `nil` if the author lists none.
    var operators: [LocatedOperator]?
    var sortableLocation: SourceLocation?
    var facetLocation: SourceLocation?
    var searchableLocation: SourceLocation?
    var localizedLocation: SourceLocation?
    /// `nil` if there are none.
    var constraints: DeclaredConstraints?
}

struct LocatedOperator {
    var value: Operator
    var location: SourceLocation
}

/// A type with unresolved names.
struct DeclaredType {
    /// One of `FieldType.names`.
    var name: LocatedText
    var format: DateFormat?
    /// For a list: one type, or none if it could not be read.
    var element: [DeclaredType] = []
    /// For an object.
    var fields: [DeclaredField] = []
    /// For a choice with inline values.
    var values: [ChoiceValue]?
    var closed = false
    /// The enumeration, module or scalar that it refers to.
    var target: LocatedText?
}
