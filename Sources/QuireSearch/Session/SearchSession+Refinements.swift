import QuireCore

// Actions of a screen's buttons for the next search. They send nothing. Use `edit` for everything else in the draft.

extension SearchSession {
    /// Chooses a value of a facet for the next search, or removes it if it is chosen.
    ///
    /// ```swift
    /// session.toggle(\.language, .english)
    /// session.search()
    /// ```
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        core.edit { $0.toggle(field, value) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    /// Narrows the next search by a range of a facet's field, replacing the previous one.
    ///
    /// ```swift
    /// session.refine(\.year) { $0 >= 1990 }
    /// ```
    public nonisolated func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        core.edit { $0.refine(field, conditions) }
    }

    /// Removes the choices from all facets.
    public nonisolated func clearRefinements() { core.edit { $0.clearRefinements() } }

    /// Removes the choices from a facet.
    public nonisolated func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators.Facet == AllowedOperator {
        core.edit { $0.clearRefinements(of: field) }
    }
}
