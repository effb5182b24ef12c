// Unavailable overloads of `any`, `every` and `none` over a text, in a filter closure. Valid code never considers them.

extension KeyPath
where Root: FieldOwner, Value: FieldReference, Value.Value: FilterOperand, Value.Value.Unwrapped == String {
    @available(
        *, unavailable,
        message:
            "'any', 'every' and 'none' test a relation, or a list of objects with operators. Test another field by its own path"
    )
    public func any(_ conditions: (Root.ConditionScope) -> Any) -> Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "'any', 'every' and 'none' test a relation, or a list of objects with operators. Test another field by its own path"
    )
    public func every(_ conditions: (Root.ConditionScope) -> Any) -> Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "'any', 'every' and 'none' test a relation, or a list of objects with operators. Test another field by its own path"
    )
    public func none(_ conditions: (Root.ConditionScope) -> Any) -> Condition<Root> { Condition(.and([])) }
}
