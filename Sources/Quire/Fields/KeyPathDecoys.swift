// What the compiler finds where the schema leaves a test out: nothing but a sentence that says so. Each is constrained by
// the `Forbids…` marker, so that valid code never considers it.

extension KeyPath where Root: FieldSet {
    @available(
        *, unavailable, message: "the schema does not list 'in' among the filter operators of this field"
    )
    public func `in`<V: FilterOperand, O: ForbidsIn>(_ values: [V.Unwrapped]) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'notIn' among the filter operators of this field"
    )
    public func notIn<V: FilterOperand, O: ForbidsNotIn>(_ values: [V.Unwrapped]) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'like' among the filter operators of this field"
    )
    public func like<V: FilterOperand, O: ForbidsLike>(_ text: String) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'contains' among the filter operators of this field"
    )
    public func contains<V: FilterOperand, O: ForbidsContains>(_ part: V.Contained) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasPrefix' among the filter operators of this field"
    )
    public func hasPrefix<V: FilterOperand, O: ForbidsHasPrefix>(_ text: String) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasSuffix' among the filter operators of this field"
    )
    public func hasSuffix<V: FilterOperand, O: ForbidsHasSuffix>(_ text: String) -> Condition<Root>
    where Value == Field<Root, V, O> { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'between' among the filter operators of this field"
    )
    public func between<V: FilterOperand, O: ForbidsBetween>(_ bounds: ClosedRange<V.Unwrapped>) -> Condition<
        Root
    >
    where Value == Field<Root, V, O> { Condition(.and([])) }
}
