// Unavailable methods for names of other libraries and for misplaced calls. The compiler's message says what to write.

extension Query {
    @available(*, unavailable, renamed: "filter(_:)")
    public func `where`(
        _ none: Never...,
        @FilterBuilder<Module.Fields> matching conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) -> Self { self }

    @available(
        *, unavailable,
        message:
            "a field alone is not a condition. Compare it, as in where(\\.active == true), or test it, as in where(\\.title, like: text)"
    )
    @_disfavoredOverload
    public func `where`<P: FieldReference>(_ field: KeyPath<Module.Fields, P>) -> Self { self }

    @available(*, unavailable, renamed: "sort(by:_:nulls:)")
    public func sort<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending
    ) -> Self { self }

    @available(*, unavailable, renamed: "sort(by:_:nulls:)")
    public func order<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending
    ) -> Self { self }

    @available(
        *, unavailable, message: "every where(…) narrows the query further, so another where(…) is an 'and'"
    )
    public func and(_ condition: Condition<Module.Fields>) -> Self { self }

    @available(
        *, unavailable,
        message: "join conditions with ||, as in where(\\.age < 18 || \\.age > 65), or use where(anyOf { … })"
    )
    public func or(_ condition: Condition<Module.Fields>) -> Self { self }

    @available(
        *, unavailable,
        message: "only relations can be included: the schema declares another type for a field here"
    )
    public func include<each P: FieldReference>(_ fields: repeat KeyPath<Module.Fields, each P>) -> Self {
        self
    }

    @available(
        *, unavailable, message: "this field is not a relation: the schema declares another type for it"
    )
    public func related<P: FieldReference>(_ field: KeyPath<Module.Fields, P>, to ids: [String]) -> Self
    where P.Value: SingleOperand { self }

    @available(
        *, unavailable, message: "this field is not a relation: the schema declares another type for it"
    )
    public func related<P: FieldReference>(_ field: KeyPath<Module.Fields, P>) -> Self { self }
}

extension Selection {
    @available(*, unavailable, message: "write the conditions before select(…)")
    public func `where`(_ condition: Condition<Module.Fields>, _ more: Condition<Module.Fields>...) -> Self {
        self
    }

    @available(*, unavailable, message: "write the conditions before select(…)")
    public func filter(
        @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) -> Self { self }

    @available(*, unavailable, message: "write the order before select(…)")
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) -> Self { self }

    @available(*, unavailable, message: "write the page before select(…)")
    public func page(_ number: Int, size: Int) -> Self { self }
}
