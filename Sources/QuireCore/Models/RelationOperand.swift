/// The id of a related item, or a container of such ids.
@_documentation(visibility: internal)
public protocol RelationOperand: FilterOperand, NestedOperand where Fields == Target.Fields {
    /// The module that the relation points at.
    associatedtype Target: ContentModule
}

extension RelationOperand {
    public static func step(named name: String) -> RelationStep { RelationStep(name, to: Target.descriptor) }
}

extension Optional: RelationOperand where Wrapped: RelationOperand {
    public typealias Target = Wrapped.Target
}

extension Array: RelationOperand where Element: RelationOperand {
    public typealias Target = Element.Target
}

/// The id of a related item that may be missing: a relation to at most one item.
@_documentation(visibility: internal)
public protocol ToOneOperand: RelationOperand {}

extension Optional: ToOneOperand where Wrapped: ToOneOperand {}

/// The ids of related items: a relation to any number of items.
@_documentation(visibility: internal)
public protocol ToManyOperand: RelationOperand {}

extension Array: ToManyOperand where Element: RelationOperand {}
