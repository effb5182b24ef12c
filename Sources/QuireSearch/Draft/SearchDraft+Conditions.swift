import QuireCore

extension SearchDraft {
    /// Narrows the result by conditions on a facet's field, replacing the previous ones. Usually, they are ranges of
    /// numbers or dates.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.refine(\.year) { $0 >= 1980 }              // no upper end any more
    /// ```
    /// The closure receives the field, and must not test another one. Without conditions, the range is removed.
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        refinements.setCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Changes one bound of a range: conditions with the same operators are replaced, the others stay.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.update(\.year) { $0 >= 1980 }              // 1980 to 2000
    /// ```
    public mutating func update<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        refinements.updateCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Adds a range, or removes it if it exists, for example for check boxes.
    ///
    /// ```swift
    /// draft.toggle(\.price) { $0 < 10 }
    /// draft.toggle(\.price) { $0.between(10...20) }
    /// ```
    /// For a disjunctive facet, items must be in any of the ranges, otherwise in all of them.
    /// - Returns: Whether the range is now set.
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == AllowedOperator {
        refinements.toggleCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Whether exactly this range is set.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == AllowedOperator {
        refinements.containsCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }
}

extension SearchDraft {
    /// Narrows the result by all conditions of the closure, replacing the filter with this name.
    ///
    /// ```swift
    /// draft.filter("price") { $0.price < 10 }
    /// draft.filter("shelf") { $0.active == true; $0.age >= 18 }
    /// ```
    /// Filters apply in addition to the query's own conditions, also to all counts. Without conditions, the filter is
    /// removed.
    public mutating func filter(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) {
        setFilter(name, allOf(conditions))
    }

    /// Narrows the result by any of the conditions of the closure, replacing the filter with this name.
    ///
    /// ```swift
    /// draft.filterAny("label") { $0.status != .draft; $0.tags.containsAny(["new"]) }
    /// ```
    public mutating func filterAny(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) {
        setFilter(name, anyOf(conditions))
    }

    /// Removes the filter with a name.
    public mutating func removeFilter(_ name: String) { filters[name] = nil }

    private mutating func setFilter(_ name: String, _ condition: Condition<Module.Fields>) {
        filters[name] = condition.filter == .and([]) ? nil : condition.filter
    }
}
