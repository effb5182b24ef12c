/// A field of a module or of an object.
public struct Field: Hashable, Sendable {
    /// The name on the wire: any text but the empty one.
    public var name: String
    /// The Swift name that the author chose: a valid identifier, perhaps a reserved word.
    public var swiftName: String?
    public var type: FieldType
    public var required: Bool
    /// What a new item holds when nothing is said.
    public var defaultValue: DefaultValue?
    public var description: String?
    public var deprecated: Deprecation?
    /// The operators that filters may use, in the order of `Operator.allCases`. Always empty inside objects.
    ///
    /// `isNull` is among them exactly when the field is a module's own, not an object's, and not required.
    public var operators: [Operator]
    /// Whether the author listed the operators; otherwise they are the type's default.
    public var operatorsAreExplicit: Bool
    public var sortable: Bool
    public var facet: Facet?
    /// The weight in full-text search, 1 when the author says only `true`; `nil` when it is not searched.
    public var searchable: Double?
    /// Whether the value depends on the locale that is asked for.
    public var localized: Bool
    /// The mixin that the field comes from.
    public var mixin: String?
    /// Where the description begins.
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

/// How the values of a field narrow a result: all picked, any picked, or level by level.
public enum Facet: String, CaseIterable, Sendable {
    case conjunctive, disjunctive, hierarchical
}

/// A default value, checked against the field's type.
public indirect enum DefaultValue: Hashable, Sendable {
    /// Of texts, URLs, colors, a choice (its raw value) and `localizedText` (the text of every locale).
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// Milliseconds since 1970-01-01T00:00:00Z, whatever the wire format.
    case date(Int64)
    /// Of lists and `choices`.
    case list([DefaultValue])
}
