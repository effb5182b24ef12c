// Unavailable overloads for tests that the schema does not allow. Their only purpose is the compiler's message. Each
// requires a `ForbiddenOperator`, so that valid code never considers them.

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    @available(
        *, unavailable, message: "the schema does not list 'in' among the filter operators of this field"
    )
    public func `in`(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.In == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'notIn' among the filter operators of this field"
    )
    public func notIn(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.NotIn == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'like' among the filter operators of this field"
    )
    public func like(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Like == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'contains' among the filter operators of this field"
    )
    public func contains(_ part: Value.Value.Contained) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Contains == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasPrefix' among the filter operators of this field"
    )
    public func hasPrefix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.HasPrefix == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasSuffix' among the filter operators of this field"
    )
    public func hasSuffix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.HasSuffix == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable, message: "the schema does not list 'between' among the filter operators of this field"
    )
    public func between(_ bounds: ClosedRange<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Between == ForbiddenOperator { Condition(.and([])) }

    @available(
        *, unavailable,
        message: "between takes a closed range. Exclude the upper bound with two conditions, >= and <"
    )
    public func between(_ bounds: Range<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: FilterOperand { Condition(.and([])) }
}

// Members of Swift's own types that fields do not have.

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    @available(*, unavailable, message: "a required field always has a value")
    public var isNull: Condition<Root> { Condition(.and([])) }

    @available(*, unavailable, message: "a required field always has a value")
    public var isNotNull: Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "use isNull for a field without a value, which an empty list is too, or == \"\" for an empty text"
    )
    public var isEmpty: Condition<Root> { Condition(.and([])) }

    @available(*, unavailable, message: "a filter cannot count. Use isNull for an empty list")
    public var count: KeyPath<Root, Field<Root, Int, AnyOperators>> { \Root.measured }

    @available(
        *, unavailable, message: "a filter compares texts as they are. Use like(_:), which ignores case"
    )
    public func lowercased() -> KeyPath<Root, Field<Root, String, AnyOperators>> { \Root.folded }

    @available(
        *, unavailable, message: "a filter compares texts as they are. Use like(_:), which ignores case"
    )
    public func uppercased() -> KeyPath<Root, Field<Root, String, AnyOperators>> { \Root.folded }

    @available(*, unavailable, message: "only lists have 'containsAny'. Use in(_:)")
    public func containsAny(_ elements: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand { Condition(.and([])) }

    @available(*, unavailable, message: "only lists have 'containsAll'")
    public func containsAll(_ elements: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand { Condition(.and([])) }
}

extension FieldOwner {
    /// The field that `count` would return.
    fileprivate var measured: Field<Self, Int, AnyOperators> { .init("count") }

    /// The field that `lowercased()` would return.
    fileprivate var folded: Field<Self, String, AnyOperators> { .init("lowercased") }
}

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

// Unavailable overloads for fields that a filter can only compare with nil.

/// A value that filters can only compare with nil.
@_documentation(visibility: internal)
public protocol UntestableValue: FieldValue {}

extension LocalizedText: UntestableValue {}
extension JSONValue: UntestableValue {}
extension Optional: UntestableValue where Wrapped: UntestableValue {}

@available(
    *, unavailable,
    message:
        "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
)
public func == <F, V: UntestableValue, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: String
) -> Condition<F> where O.Equal == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
)
public func != <F, V: UntestableValue, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: String
) -> Condition<F> where O.NotEqual == ForbiddenOperator { Condition(.and([])) }

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: UntestableValue {
    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func like(_ text: String) -> Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func contains(_ text: String) -> Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func hasPrefix(_ text: String) -> Condition<Root> { Condition(.and([])) }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func hasSuffix(_ text: String) -> Condition<Root> { Condition(.and([])) }
}

// A key path literal takes no method call. These members only let the compiler say so in `where(\.title.contains("x"))`.

extension Field {
    @available(*, unavailable, message: "write the test as a label: where(\\.title, contains: text)")
    public func contains(_ part: some FieldValue) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, like: text)")
    public func like(_ text: String) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, hasPrefix: text)")
    public func hasPrefix(_ text: String) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, hasSuffix: text)")
    public func hasSuffix(_ text: String) -> Self { self }
}
