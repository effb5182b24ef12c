// Conditions on one object of a list: `$0.contributors.any { $0.name == "Ann"; $0.role == "artist" }`.

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: ObjectListOperand {
    /// Matches items with at least one object in the list that meets all conditions of the closure.
    ///
    /// ```swift
    /// Artworks.query().filter { $0.contributors.any { $0.name == "Ann"; $0.role == "artist" } }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// One object must meet all conditions, unlike `where(\.contributors.name == "Ann", \.contributors.role == "artist")`,
    /// which two objects may meet. A closure without conditions is ignored.
    public func any(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        elements(conditions(.init())) { .any($0, $1) }
    }

    /// Matches items without an object in the list that meets all conditions of the closure, including items without
    /// objects. It is the exact complement of `any`.
    ///
    /// ```swift
    /// Artworks.query().filter { $0.contributors.none { $0.role == "artist" } }
    /// // no contributors (role = "artist")
    /// ```
    public func none(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        elements(conditions(.init())) { .none($0, $1) }
    }

    /// Matches items whose objects in the list all meet the conditions of the closure, including items without objects.
    ///
    /// ```swift
    /// Artworks.query().filter { $0.contributors.every { $0.role == "artist" } }
    /// // no contributors (role != "artist")
    /// ```
    public func every(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        elements(conditions(.init())) { .none($0, $1.negated(in: Value.Value.Fields.table)) }
    }

    private func elements(
        _ lines: [Filter], _ node: (RelationStep, Filter) -> Filter
    ) -> Condition<Root> {
        let filter = Filter.joining(.and, lines)
        return Condition(filter.isEmptyGroup ? filter : path.elements(filter, node))
    }
}
