import QuireCore

// What a screen's buttons do, on the next search; nothing is sent. `edit` reaches everything else of the draft.

extension SearchSession {
    /// Chooses a value of a facet for the next search, or forgets it where it was chosen.
    ///
    /// ```swift
    /// session.toggle(\.language, .english)
    /// session.search()
    /// ```
    /// - Returns: Whether the value is chosen now.
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        core.edit { $0.toggle(field, value) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public nonisolated func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: ForbidsFacet { false }

    /// Narrows the next search by a range of a facet's field, in the place of the one that was there.
    ///
    /// ```swift
    /// session.refine(\.year) { $0 >= 1990 }
    /// ```
    public nonisolated func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators: AllowsFacet {
        core.edit { $0.refine(field, conditions) }
    }

    /// Forgets what was chosen of all facets.
    public nonisolated func clearRefinements() { core.edit { $0.clearRefinements() } }

    /// Forgets what was chosen of a facet.
    public nonisolated func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators: AllowsFacet {
        core.edit { $0.clearRefinements(of: field) }
    }
}
