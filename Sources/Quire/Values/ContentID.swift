/// The id of an item of a module; ids of different modules are different types.
@frozen
public struct ContentID<Module: ContentModule>: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public var rawValue: String

    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(_ rawValue: String) { self.rawValue = rawValue }

    @inlinable
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
