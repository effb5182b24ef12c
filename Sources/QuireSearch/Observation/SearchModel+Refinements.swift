import QuireCore

#if canImport(Observation)

// What a screen's buttons do: each changes what stands on the screen, and searches for it. `edit` reaches everything
// else.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// Chooses a value of a facet, or forgets it where it was chosen.
    ///
    /// ```swift
    /// Button("English") { search.toggle(\.language, .english) }
    /// ```
    /// - Returns: Whether the value is chosen now.
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        edit { $0.toggle(field, value) }
    }

    /// Whether a value of a facet is chosen, also while it is not searched for yet.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        draft.isRefined(field, value)
    }

    /// Whether a value of a facet is chosen, to bind a switch to: setting it searches.
    ///
    /// ```swift
    /// Toggle("English", isOn: $search[isRefined: \.language, .english])
    /// ```
    /// Set to what it is already it changes nothing, and searches for nothing.
    public subscript<P: FieldReference>(
        isRefined field: KeyPath<Module.Fields, P>, value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: AllowsFacet {
        get { draft.isRefined(field, value) }
        set { if newValue != session.draft.isRefined(field, value) { toggle(field, value) } }
    }

    /// The order that was chosen, to bind a picker to: setting it searches. Empty leaves the query's own.
    ///
    /// ```swift
    /// Picker("Order", selection: $search.order) { … }
    /// ```
    public var order: [SortKey] {
        get { draft.sort }
        set { if newValue != session.draft.sort { edit { $0.sort = newValue } } }
    }

    /// Narrows the result by a range of a facet's field, in the place of the one that was there.
    ///
    /// ```swift
    /// search.refine(\.year) { $0 >= 1990 }
    /// ```
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators: AllowsFacet {
        edit { $0.refine(field, conditions) }
    }

    /// Forgets what was chosen of all facets.
    public func clearRefinements() { edit { $0.clearRefinements() } }

    /// Forgets what was chosen of a facet.
    public func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators: AllowsFacet {
        edit { $0.clearRefinements(of: field) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators: ForbidsFacet { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators: ForbidsFacet {}
}
#endif
