// What the compiler finds where the schema leaves a test out: nothing but a sentence that says so. Each is constrained by
// the `Forbids…` marker, so that valid code never considers it.

extension KeyPath where Root: FieldSet, Value: FieldReference {
    @available(
        *, unavailable, message: "the schema does not list 'in' among the filter operators of this field"
    )
    public func `in`(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsIn { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'notIn' among the filter operators of this field"
    )
    public func notIn(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsNotIn { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'like' among the filter operators of this field"
    )
    public func like(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsLike { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'contains' among the filter operators of this field"
    )
    public func contains(_ part: Value.Value.Contained) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsContains { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasPrefix' among the filter operators of this field"
    )
    public func hasPrefix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsHasPrefix { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasSuffix' among the filter operators of this field"
    )
    public func hasSuffix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsHasSuffix { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'between' among the filter operators of this field"
    )
    public func between(_ bounds: ClosedRange<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: ForbidsBetween { Condition(.and([])) }
}
