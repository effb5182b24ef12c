// Unavailable overloads for fields that a filter can only compare with nil.

extension Query {
    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, like text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, contains text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasPrefix text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasSuffix text: String
    ) -> Self where P.Value: UntestableValue { self }
}
