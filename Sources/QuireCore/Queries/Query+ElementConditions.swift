// Conditions on one object of a list, outside of a filter closure.

extension Query {
    /// Adds a condition: at least one object in the list meets all conditions of the closure.
    ///
    /// ```swift
    /// Artworks.query().where(any: \.contributors) { $0.name == "Ann"; $0.role == "artist" }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// A closure without conditions is ignored.
    public func `where`<P: FieldReference>(
        any list: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: ObjectListOperand { narrowed(by: [list.any(conditions).filter]) }

    /// Adds a condition: all objects in the list meet the conditions of the closure. Also matches items without objects.
    ///
    /// ```swift
    /// Artworks.query().where(every: \.contributors) { $0.role == "artist" }
    /// // no contributors (role != "artist")
    /// ```
    public func `where`<P: FieldReference>(
        every list: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: ObjectListOperand { narrowed(by: [list.every(conditions).filter]) }

    /// Adds a condition: no object in the list meets all conditions of the closure. Also matches items without objects.
    ///
    /// ```swift
    /// Artworks.query().where(none: \.contributors) { $0.role == "artist" }
    /// // no contributors (role = "artist")
    /// ```
    public func `where`<P: FieldReference>(
        none list: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: ObjectListOperand { narrowed(by: [list.none(conditions).filter]) }
}
