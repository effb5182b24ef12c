// Conditions on one related item, or on one object of a list: `$0.editors.any { $0.birthYear < 1900 }`.

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: NestedOperand {
    /// Matches items with at least one related item, or one object in the list, that meets all conditions of the
    /// closure.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.any { $0.fullName == "Ann"; $0.publisher == nil } }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// Artworks.query().filter { $0.contributors.any { $0.name == "Ann"; $0.role == "artist" } }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// One element must meet all conditions, unlike `where(\.contributors.name == "Ann", \.contributors.role == "artist")`,
    /// which two objects may meet. Only related items that exist count: the id of a deleted item is ignored. A closure
    /// without conditions is ignored; use ``isFound`` for "any related item exists".
    public func any(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .any($0, $1) }
    }

    /// Matches items without a related item, or an object in the list, that meets all conditions of the closure,
    /// including items without any. It is the exact complement of ``any(_:)``.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.none { $0.fullName == "Ann" } }
    /// // no editors (fullName = "Ann")
    /// ```
    public func none(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .none($0, $1) }
    }

    /// Matches items whose related items, or objects in the list, all meet the conditions of the closure, including
    /// items without any.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.every { $0.fullName == "Ann" } }
    /// // no editors (fullName != "Ann")
    /// ```
    public func every(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .none($0, $1.negated(in: Value.Value.Fields.table)) }
    }

    private func nested(
        _ lines: [Filter], _ node: (RelationStep, Filter) -> Filter
    ) -> Condition<Root> {
        let filter = Filter.joining(.and, lines)
        return Condition(filter.isEmptyGroup ? filter : fieldPath.nested(Value.Value.step, filter, node))
    }
}
