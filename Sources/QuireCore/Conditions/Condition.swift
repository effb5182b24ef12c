/// A filter over the fields of one module: a filter tree with the module's fields in its type.
///
/// ```swift
/// let adult: Condition<Books.Fields> = \.age >= 18
/// ```
@frozen
public struct Condition<Fields: FieldOwner>: Sendable, Hashable {
    /// The untyped tree.
    public var filter: Filter

    /// Wraps a filter tree that was built by hand, as an escape hatch from the typed API.
    @inlinable
    public init(_ filter: Filter) { self.filter = filter }
}

extension Condition: CustomStringConvertible {
    public var description: String { filter.description }
}
