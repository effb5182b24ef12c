/// A custom scalar: a Swift type of the app's own that stands on the wire as a basic type.
public struct Scalar: Hashable, Sendable {
    /// What a scalar is on the wire.
    public enum Base: String, CaseIterable, Sendable {
        case text, integer, number, boolean, json
    }

    public var name: String
    /// Identifiers joined by dots: `Money`, `Shop.Money`.
    public var swiftType: String
    /// The module to import for it, if it is not the generated code's own.
    public var importedModule: String?
    public var base: Base
    public var description: String?
    public var deprecated: Deprecation?
    public var location: SourceLocation
    public var nameLocation: SourceLocation

    public init(
        name: String, swiftType: String, importedModule: String? = nil, base: Base,
        description: String? = nil,
        deprecated: Deprecation? = nil, location: SourceLocation, nameLocation: SourceLocation? = nil
    ) {
        self.name = name
        self.swiftType = swiftType
        self.importedModule = importedModule
        self.base = base
        self.description = description
        self.deprecated = deprecated
        self.location = location
        self.nameLocation = nameLocation ?? location
    }
}
