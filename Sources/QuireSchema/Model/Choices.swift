/// The values that a choice can take.
public enum ChoiceSet: Hashable, Sendable {
    /// One of the schema's enumerations, by name.
    case shared(name: String)
    /// Values that the field declares itself.
    case inline(values: [ChoiceValue], closed: Bool)
}

/// One value of a choice.
public struct ChoiceValue: Hashable, Sendable {
    /// The value on the wire: any text, the empty one too.
    public var raw: String
    /// The Swift name that the author chose: a valid identifier, perhaps a reserved word.
    public var swiftName: String?
    public var description: String?
    public var deprecated: Deprecation?
    /// Where the raw value stands.
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
    /// Whether the list is complete for ever; otherwise unknown values are kept.
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
