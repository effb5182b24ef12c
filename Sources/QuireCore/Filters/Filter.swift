/// A filter tree: what all queries compile to and all engines run.
///
/// Branches hold arrays; the enum is not `indirect`, which makes a tree three times cheaper to build. A
/// tree may have ``maximumDepth`` levels.
public enum Filter: Sendable {
    case leaf(Leaf)
    case and([Filter])
    case or([Filter])

    /// One test of one property.
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
