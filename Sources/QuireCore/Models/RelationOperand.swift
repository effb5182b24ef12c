/// The id of a related item, or a container of such ids.
public protocol RelationOperand: FilterOperand {
    /// The module that the relation points at.
    associatedtype Target: ContentModule
}

extension Optional: RelationOperand where Wrapped: RelationOperand {
    public typealias Target = Wrapped.Target
}

extension Array: RelationOperand where Element: RelationOperand {
    public typealias Target = Element.Target
}
