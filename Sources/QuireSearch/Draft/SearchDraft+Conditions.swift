import QuireCore

extension SearchDraft {
    /// Narrows the result by conditions on a facet's field, in the place of those that were there: a range of numbers
    /// or dates, for the most part.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.refine(\.year) { $0 >= 1980 }              // no upper end any more
    /// ```
    /// The closure is handed the field, and must not test another one; without a condition the range is gone.
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators: AllowsFacet {
        refinements.setCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Changes one end of a range: conditions of the same operators are replaced, the others stay.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.update(\.year) { $0 >= 1980 }              // 1980 to 2000
    /// ```
    public mutating func update<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators: AllowsFacet {
        refinements.updateCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Adds a range beside those that there are, or takes it away where it is there: a row of check boxes.
    ///
    /// ```swift
    /// draft.toggle(\.price) { $0 < 10 }
    /// draft.toggle(\.price) { $0.between(10...20) }
    /// ```
    /// Of a disjunctive facet items in any of the ranges are found, otherwise items in all of them.
    /// - Returns: Whether the range holds now.
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators: AllowsFacet {
        refinements.toggleCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Whether exactly that range was chosen.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators: AllowsFacet {
        refinements.containsCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }
}

extension SearchDraft {
    /// Narrows the result by all conditions of the closure, in the place of the filter of that name.
    ///
    /// ```swift
    /// draft.filter("price") { $0.price < 10 }
    /// draft.filter("shelf") { $0.active == true; $0.age >= 18 }
    /// ```
    /// All filters hold, beside the query's own conditions, in every count too. Without a condition the filter is gone.
    public mutating func filter(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (FieldScope<Module.Fields>) -> [Filter]
    ) {
        setFilter(name, allOf(conditions).filter)
    }

    /// Narrows the result by any of the conditions of the closure, in the place of the filter of that name.
    ///
    /// ```swift
    /// draft.filterAny("label") { $0.status != .draft; $0.tags.containsAny(["new"]) }
    /// ```
    public mutating func filterAny(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (FieldScope<Module.Fields>) -> [Filter]
    ) {
        setFilter(name, anyOf(conditions).filter)
    }

    /// Takes the filter of that name away; no other changes.
    public mutating func removeFilter(_ name: String) { filters[name] = nil }

    private mutating func setFilter(_ name: String, _ filter: Filter) {
        filters[name] = filter == .and([]) ? nil : filter
    }
}
