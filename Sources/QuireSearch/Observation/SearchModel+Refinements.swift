import QuireCore

#if canImport(Observation)

// Actions of a screen's buttons: each changes the draft and searches. Use `edit` for everything else.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// Chooses a value of a facet, or removes it if it is chosen.
    ///
    /// ```swift
    /// Button("English") { search.toggle(\.language, .english) }
    /// ```
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        edit { $0.toggle(field, value) }
    }

    /// Whether a value of a facet is chosen, even before it is searched for.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        draft.isRefined(field, value)
    }

    /// Whether a value of a facet is chosen, as a binding for a switch. Setting it searches.
    ///
    /// ```swift
    /// Toggle("English", isOn: $search[isRefined: \.language, .english])
    /// ```
    /// Setting it to its current value does nothing.
    public subscript<P: FieldReference>(
        isRefined field: KeyPath<Module.Fields, P>, value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        get { draft.isRefined(field, value) }
        set { if newValue != session.draft.isRefined(field, value) { toggle(field, value) } }
    }

    /// The chosen order, as a binding for a picker. Setting it searches. Empty uses the query's own.
    ///
    /// ```swift
    /// Picker("Order", selection: $search.order) { … }
    /// ```
    public var order: [SortKey] {
        get { draft.sort }
        set { if newValue != session.draft.sort { edit { $0.sort = newValue } } }
    }

    /// Narrows the result by a range of a facet's field, replacing the previous one.
    ///
    /// ```swift
    /// search.refine(\.year) { $0 >= 1990 }
    /// ```
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        edit { $0.refine(field, conditions) }
    }

    /// Removes the choices from all facets.
    public func clearRefinements() { edit { $0.clearRefinements() } }

    /// Removes the choices from a facet.
    public func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators.Facet == AllowedOperator {
        edit { $0.clearRefinements(of: field) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == ForbiddenOperator {}
}
#endif
