// Unavailable methods for names that the schema does not declare. The compiler considers them only if nothing else fits.

extension Query {
    @available(*, unavailable, message: "the schema declares no field of this name")
    public func sort(
        by field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func search(
        _ text: String = "", in field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func facet(
        _ field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, disjunctive: Bool? = nil,
        maximumValues: Int = 100, missing: Bool = false
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func refine(
        _ field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, to values: [Any]
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func include<each Path>(_ paths: repeat KeyPath<Module.Fields, each Path>) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func select<each Part: SelectablePart>(
        _ parts: repeat KeyPath<Selectable<Module>, each Part>
    ) -> Self { self }
}

/// A part of a selection: a ``Selected`` value, or a name that the schema does not declare, which no query accepts.
@_documentation(visibility: internal)
public protocol SelectablePart: Sendable {}

extension Selected: SelectablePart {}

extension NoSuchField: SelectablePart {}

extension Selectable {
    /// A name that is no field.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> NoSuchField<Module.Fields> { Module.Fields()[keyPath: name] }
}

extension Selected where Value: ObjectOperand {
    /// A name that is no member of the object.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Value.Fields, NoSuchField<Value.Fields>>
    ) -> NoSuchField<Value.Fields> { Value.Fields()[keyPath: name] }
}

extension Selected where Value: RelationOperand {
    /// A name that is no field of the related module.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Value.Target.Fields, NoSuchField<Value.Target.Fields>>
    ) -> NoSuchField<Value.Target.Fields> { Value.Target.Fields()[keyPath: name] }
}
