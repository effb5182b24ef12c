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
