// Unavailable overloads of `anyItem` and `noItem` for a text, which is no relation. The compiler's message says so.

@available(
    *, unavailable, message: "this field is not a relation: the schema declares another type for it"
)
public func anyItem<Source: ContentModule, Text: FieldReference, Target: FieldOwner>(
    of module: Source.Type, by field: KeyPath<Source.Fields, Text>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Target> where Text.Value: FilterOperand, Text.Value.Unwrapped == String {
    Condition(.and([]))
}

@available(
    *, unavailable, message: "this field is not a relation: the schema declares another type for it"
)
public func noItem<Source: ContentModule, Text: FieldReference, Target: FieldOwner>(
    of module: Source.Type, by field: KeyPath<Source.Fields, Text>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Target> where Text.Value: FilterOperand, Text.Value.Unwrapped == String {
    Condition(.and([]))
}
