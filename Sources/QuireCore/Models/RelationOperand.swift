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

/// An object or the id of a related item, whose fields queries see, or a container of these.
@_documentation(visibility: internal)
public protocol ElementOperand: FieldValue {
    /// The members of the object, or the fields of the related item.
    associatedtype Fields: FieldOwner

    /// The step of a filter from the field to its objects or related items.
    static func step(named name: String) -> RelationStep
}

/// A value of which a condition can test one element: a list of objects, or a relation.
@_documentation(visibility: internal)
public protocol NestedOperand: ElementOperand {}

extension Optional: ElementOperand where Wrapped: ElementOperand {
    public typealias Fields = Wrapped.Fields

    public static func step(named name: String) -> RelationStep { Wrapped.step(named: name) }
}

extension Array: ElementOperand where Element: ElementOperand {
    public typealias Fields = Element.Fields

    public static func step(named name: String) -> RelationStep { Element.step(named: name) }
}

extension Optional: NestedOperand where Wrapped: NestedOperand {}

extension Array: NestedOperand where Element: ElementOperand {}

/// A path from a module over one or more relations, for `include`.
public protocol RelationPath: Sendable {
    /// The wire names, starting at the module.
    static func names(of path: Self) -> [String]
}

extension Field: RelationPath where Value: RelationOperand {
    public static func names(of path: Self) -> [String] {
        path.fieldPath.steps.map(\.relation) + [path.fieldPath.name]
    }
}
