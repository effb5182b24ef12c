// Conditions on one related item, or on one object of a list, outside of a filter closure.

extension Query {
    /// Adds a condition: at least one related item, or one object in the list, meets all conditions of the closure.
    ///
    /// ```swift
    /// Books.query().where(any: \.editors) { $0.fullName == "Ann"; $0.publisher == nil }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// Artworks.query().where(any: \.contributors) { $0.name == "Ann"; $0.role == "artist" }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// Only related items that exist count. A closure without conditions is ignored.
    public func `where`<P: FieldReference>(
        any field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.any(conditions).filter]) }

    /// Adds a condition: all related items, or all objects in the list, meet the conditions of the closure. Also matches
    /// items without any.
    ///
    /// ```swift
    /// Books.query().where(every: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName != "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        every field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.every(conditions).filter]) }

    /// Adds a condition: no related item, or no object in the list, meets all conditions of the closure. Also matches
    /// items without any.
    ///
    /// ```swift
    /// Books.query().where(none: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName = "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        none field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.none(conditions).filter]) }
}
