/// A filter over the fields of one module: a filter tree with the fields' owner in its type.
///
/// ```swift
/// let adult: Condition<Books.Fields> = \.age >= 18
/// ```
@frozen
public struct Condition<Fields: FieldSet>: Sendable, Hashable {
    /// The untyped tree.
    public var filter: Filter

    /// Wraps a tree built by hand: the way out of the types.
    @inlinable
    public init(_ filter: Filter) { self.filter = filter }
}
