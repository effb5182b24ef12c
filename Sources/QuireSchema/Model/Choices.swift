/// The values that a choice can take.
public enum ChoiceSet: Hashable, Sendable {
    /// One of the schema's enumerations, by name.
    case shared(name: String)
    /// Values that the field declares inline.
    case inline(values: [ChoiceValue], closed: Bool)
}

/// A value of a choice.
public struct ChoiceValue: Hashable, Sendable {
    /// The value on the wire. It can be any text, including the empty one.
    public var raw: String
    /// The names on the wire before it was renamed, the latest first.
    public var formerNames: [FormerName] = []
    /// The author's Swift name: a valid identifier, possibly a reserved word.
    public var swiftName: String?
    public var description: String?
    public var deprecated: Deprecation?
    /// The location of the raw value.
    public var location: SourceLocation
    public var swiftNameLocation: SourceLocation?

    public init(
        raw: String, swiftName: String? = nil, description: String? = nil, deprecated: Deprecation? = nil,
        location: SourceLocation, swiftNameLocation: SourceLocation? = nil
    ) {
        self.raw = raw
        self.swiftName = swiftName
        self.description = description
        self.deprecated = deprecated
        self.location = location
        self.swiftNameLocation = swiftNameLocation
    }
}

/// A named list of choices that several fields share.
public struct Enumeration: Hashable, Sendable {
    public var name: String
    public var swiftName: String?
    public var description: String?
    public var deprecated: Deprecation?
    public var values: [ChoiceValue]
    /// Whether the list is complete. Otherwise, unknown values are kept.
    public var closed: Bool
    public var location: SourceLocation
    public var nameLocation: SourceLocation
    public var swiftNameLocation: SourceLocation?

    public init(
        name: String, swiftName: String? = nil, description: String? = nil, deprecated: Deprecation? = nil,
        values: [ChoiceValue], closed: Bool = false, location: SourceLocation,
        nameLocation: SourceLocation? = nil,
        swiftNameLocation: SourceLocation? = nil
    ) {
        self.name = name
        self.swiftName = swiftName
        self.description = description
        self.deprecated = deprecated
        self.values = values
        self.closed = closed
        self.location = location
        self.nameLocation = nameLocation ?? location
        self.swiftNameLocation = swiftNameLocation
    }
}
