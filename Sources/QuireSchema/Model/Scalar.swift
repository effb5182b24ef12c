/// A custom scalar: a Swift type of the app that is a basic type on the wire.
public struct Scalar: Hashable, Sendable {
    /// The wire type of a scalar.
    public enum Base: String, CaseIterable, Sendable {
        case text, integer, number, boolean, json
    }

    public var name: String
    /// Identifiers joined by dots: `Money`, `Shop.Money`.
    public var swiftType: String
    /// The module to import for the type, if it is not the module of the generated code.
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
