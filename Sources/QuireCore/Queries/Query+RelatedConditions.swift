// Conditions on related items, outside of a filter closure.

extension Query {
    /// Adds a condition: at least one related item meets all conditions of the closure.
    ///
    /// ```swift
    /// Books.query().where(any: \.editors) { $0.fullName == "Ann"; $0.publisher == nil }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// ```
    /// Only related items that exist count. A closure without conditions is ignored.
    public func `where`<P: FieldReference>(
        any relation: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Target.Fields> _ conditions: (P.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: RelationOperand { narrowed(by: [relation.any(conditions).filter]) }

    /// Adds a condition: all related items meet the conditions of the closure. Also matches items without related
    /// items.
    ///
    /// ```swift
    /// Books.query().where(every: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName != "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        every relation: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Target.Fields> _ conditions: (P.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: RelationOperand { narrowed(by: [relation.every(conditions).filter]) }

    /// Adds a condition: no related item meets all conditions of the closure. Also matches items without related items.
    ///
    /// ```swift
    /// Books.query().where(none: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName = "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        none relation: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Target.Fields> _ conditions: (P.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: RelationOperand { narrowed(by: [relation.none(conditions).filter]) }

    /// Adds a condition: at least one item of another module names the item in a relation, and meets all conditions of
    /// the closure.
    ///
    /// ```swift
    /// Authors.query().where(any: Books.self, by: \.author) { $0.age >= 18 }
    /// // any books by author (age >= 18)
    /// ```
    public func `where`<Source: ContentModule, P: FieldReference>(
        any module: Source.Type, by relation: KeyPath<Source.Fields, P>,
        @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: RelationOperand, P.Value.Target == Module {
        narrowed(by: [anyItem(of: module, by: relation, conditions).filter])
    }

    /// Adds a condition: no item of another module names the item in a relation and meets all conditions of the
    /// closure.
    ///
    /// ```swift
    /// Authors.query().where(none: Books.self, by: \.author) { $0.age >= 18 }
    /// // no books by author (age >= 18)
    /// ```
    public func `where`<Source: ContentModule, P: FieldReference>(
        none module: Source.Type, by relation: KeyPath<Source.Fields, P>,
        @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: RelationOperand, P.Value.Target == Module {
        narrowed(by: [noItem(of: module, by: relation, conditions).filter])
    }
}
