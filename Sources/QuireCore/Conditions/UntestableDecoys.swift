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
