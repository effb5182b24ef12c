// Names that the schema does not declare: `\.titel == "x"`. A key path in an operator gets its root from the operator. If
// the fields had no member of that name, the compiler would report the operator, or give up on a long condition. So every
// other name is a member whose type only the unavailable operators below accept. Valid code never considers them.

/// A name that the schema does not declare as a field. No query accepts it.
@_documentation(visibility: internal)
@frozen
public struct NoSuchField<Fields: FieldOwner>: NoSuchName, Hashable {
    @inlinable
    init() {}
}

/// A name that is no field.
@_documentation(visibility: internal)
public protocol NoSuchName: Sendable {}

extension FieldSet {
    /// A name that is no field.
    @inlinable
    public subscript(dynamicMember name: String) -> NoSuchField<Self> { NoSuchField() }
}

extension Field where Value: RelationOperand {
    /// A name that is no field of the related module.
    @inlinable
    public subscript(
        dynamicMember path: KeyPath<Value.Target.Fields, NoSuchField<Value.Target.Fields>>
    ) -> NoSuchField<Owner> { NoSuchField() }
}

extension Field where Value: ObjectOperand, Operators == NoOperators {
    /// A name that is no member of the object, or none that queries see.
    @inlinable
    public subscript(
        dynamicMember path: KeyPath<Value.Fields, NoSuchField<Value.Fields>>
    ) -> NoSuchField<Owner> { NoSuchField() }
}

extension ContentDraft {
    @available(*, unavailable, message: "the schema declares no field of this name")
    public subscript(
        dynamicMember path: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> DraftChange<String?> {
        get { .leave }
        set {}
    }
}

// MARK: - Operators

// The key path's value has two requirements, so that a declared field with a value of the wrong type fits less well than
// in its own operator.

@available(*, unavailable, message: "the schema declares no field of this name")
public func == <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

@available(*, unavailable, message: "the schema declares no field of this name")
public func != <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

@available(*, unavailable, message: "the schema declares no field of this name")
public func > <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

@available(*, unavailable, message: "the schema declares no field of this name")
public func >= <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

@available(*, unavailable, message: "the schema declares no field of this name")
public func < <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

@available(*, unavailable, message: "the schema declares no field of this name")
public func <= <F, N: NoSuchName & Hashable>(field: KeyPath<F, N>, value: Any?) -> Condition<F> {
    Condition(.and([]))
}

extension ContentDraft {
    @available(*, unavailable, message: "the schema declares no field of this name")
    public mutating func set(
        _ member: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, to value: Any?
    ) {}

    @available(*, unavailable, message: "the schema declares no field of this name")
    public mutating func add(_ amount: Any, to field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>) {}

    @available(*, unavailable, message: "the schema declares no field of this name")
    public mutating func append(
        _ elements: [Any], to field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) {}

    @available(*, unavailable, message: "the schema declares no field of this name")
    public mutating func remove(
        _ elements: [Any], from field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) {}
}
