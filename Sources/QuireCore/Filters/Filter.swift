/// A filter tree. All queries compile to it and all engines run it.
///
/// Branches hold arrays. Only conditions on related items and on the objects of lists are `indirect`, which makes
/// building other trees three times cheaper. A tree may have ``maximumDepth`` levels.
public enum Filter: Sendable {
    case leaf(Leaf)
    case and([Filter])
    case or([Filter])
    /// At least one related item that exists matches the filter of its own module, or at least one object of a list
    /// matches a filter of its members.
    indirect case any(RelationStep, Filter)
    /// No related item that exists, or no object of the list, matches the filter. It is the exact complement of `any`.
    indirect case none(RelationStep, Filter)

    /// A test of one property.
    public struct Leaf: Sendable, Hashable {
        public var operation: FilterOperation
        /// The field's wire name.
        public var property: String
        public var value: FilterValue
        public var type: WireType

        @inlinable
        public init(_ operation: FilterOperation, _ property: String, _ value: FilterValue, type: WireType) {
            self.operation = operation
            self.property = property
            self.value = value
            self.type = type
        }
    }
}
