/// A field of a module or of an object.
public struct Field: Hashable, Sendable {
    /// The name on the wire. It can be any text except the empty one.
    public var name: String
    /// The names on the wire before it was renamed, the latest first.
    public var formerNames: [FormerName] = []
    /// The author's Swift name: a valid identifier, possibly a reserved word.
    public var swiftName: String?
    public var type: FieldType
    public var required: Bool
    /// The default value in new items.
    public var defaultValue: DefaultValue?
    public var description: String?
    public var deprecated: Deprecation?
    /// The operators that filters may use, in the order of `Operator.allCases`. Empty for a member of an object that
    /// queries do not see.
    ///
    /// Otherwise, includes `isNull` if and only if the field is not required.
    public var operators: [Operator]
    /// Whether the author listed the operators. Otherwise, they are the type's default.
    public var operatorsAreExplicit: Bool
    public var sortable: Bool
    public var facet: Facet?
    /// The weight in full-text search, 1 if the schema only says `true`. `nil` if the field is not searchable.
    public var searchable: Double?
    /// Whether the value depends on the requested locale.
    public var localized: Bool
    /// The constraints on the values.
    public var constraints = Constraints()
    /// The mixin that declares the field.
    public var mixin: String?
    /// The start of the description.
    public var location: SourceLocation
    public var nameLocation: SourceLocation
    public var swiftNameLocation: SourceLocation?

    public init(
        name: String, swiftName: String? = nil, type: FieldType, required: Bool = false,
        defaultValue: DefaultValue? = nil, description: String? = nil, deprecated: Deprecation? = nil,
        operators: [Operator] = [], operatorsAreExplicit: Bool = false, sortable: Bool = false,
        facet: Facet? = nil,
        searchable: Double? = nil, localized: Bool = false, mixin: String? = nil, location: SourceLocation,
        nameLocation: SourceLocation? = nil, swiftNameLocation: SourceLocation? = nil
    ) {
        self.name = name
        self.swiftName = swiftName
        self.type = type
        self.required = required
        self.defaultValue = defaultValue
        self.description = description
        self.deprecated = deprecated
        self.operators = operators
        self.operatorsAreExplicit = operatorsAreExplicit
        self.sortable = sortable
        self.facet = facet
        self.searchable = searchable
        self.localized = localized
        self.mixin = mixin
        self.location = location
        self.nameLocation = nameLocation ?? location
        self.swiftNameLocation = swiftNameLocation
    }
}

/// How selected values of a facet combine: all of them, any of them, or level by level.
public enum Facet: String, CaseIterable, Sendable {
    case conjunctive, disjunctive, hierarchical
}

/// A default value, checked against the field's type.
public indirect enum DefaultValue: Hashable, Sendable {
    /// For texts, URLs, colors, a choice (its raw value) and `localizedText` (the text of every locale).
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// Milliseconds since 1970-01-01T00:00:00Z, regardless of the wire format.
    case date(Int64)
    /// For lists and `choices`.
    case list([DefaultValue])
}
