import QuireCore
import QuireSync
import QuireText

extension SearchState {
    /// Returns the values of a facet with the user's choices. Empty if the query did not request it.
    ///
    /// ```swift
    /// let languages = state.facet(\.language, by: [.refinedFirst, .alphabetical], limit: 10)
    /// ```
    /// - Parameters:
    ///   - field: The field. The query must have requested its facet.
    ///   - draft: The draft whose choices are marked. Defaults to that of the results. Pass `session.draft` to show
    ///     the user's latest choices.
    ///   - order: The sort criteria. Ties are resolved by the value.
    ///   - limit: The maximum number of values, except for chosen and excluded ones. `nil` means all.
    ///   - pinned: Values that come first, in this order, if they exist.
    ///   - hidden: Values that are never included.
    ///   - onlyPinned: Whether to include only pinned values.
    ///   - keepsEmpty: Whether to include chosen and excluded values that no item has any more.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil,
        by order: [FacetOrder] = [.refinedFirst, .countDescending], limit: Int? = nil,
        pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [], onlyPinned: Bool = false,
        keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = SearchDraft<Module>.name(of: field)
        return FacetList(
            facets.result(of: name), (draft ?? self.draft).refinements[name], order: order, limit: limit,
            pinned: pinned, hidden: hidden, onlyPinned: onlyPinned, keepsEmpty: keepsEmpty)
    }

    /// Returns the values of a hierarchical facet as a tree with the chosen path.
    ///
    /// ```swift
    /// for node in state.tree(\.category).roots { outline.show(node) }
    /// ```
    /// - Parameters:
    ///   - field: A hierarchical facet. The query must have requested it.
    ///   - draft: The draft whose path is marked. Defaults to that of the results. You can pass `session.draft`.
    ///   - order: The order of sibling nodes.
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil,
        by order: [FacetOrder] = [.countDescending]
    ) -> FacetTree where P.Operators.Facet == AllowedOperator {
        FacetTree(facets, SearchDraft<Module>.name(of: field), of: draft ?? self.draft, order: order)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil, by order: [FacetOrder] = [],
        limit: Int? = nil, pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [],
        onlyPinned: Bool = false, keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        FacetList(
            facets.result(of: ""), nil, order: [], limit: nil, pinned: [], hidden: [], onlyPinned: false,
            keepsEmpty: false)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil, by order: [FacetOrder] = []
    ) -> FacetTree where P.Operators.Facet == ForbiddenOperator { FacetTree([], path: nil, order: []) }
}

extension DraftResponse {
    /// Returns the values of a facet with the draft's choices. Empty if the query did not request it.
    ///
    /// ```swift
    /// let languages = response.facet(\.language, of: draft, by: [.refinedFirst, .alphabetical], limit: 10)
    /// ```
    /// - Parameters:
    ///   - field: The field. The query must have requested its facet.
    ///   - draft: The draft of the response.
    ///   - order: The sort criteria. Ties are resolved by the value.
    ///   - limit: The maximum number of values, except for chosen and excluded ones. `nil` means all.
    ///   - pinned: Values that come first, in this order, if they exist.
    ///   - hidden: Values that are never included.
    ///   - onlyPinned: Whether to include only pinned values.
    ///   - keepsEmpty: Whether to include chosen and excluded values that no item has any more.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>,
        by order: [FacetOrder] = [.refinedFirst, .countDescending], limit: Int? = nil,
        pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [], onlyPinned: Bool = false,
        keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = SearchDraft<Module>.name(of: field)
        return FacetList(
            facets.result(of: name), draft.refinements[name], order: order, limit: limit, pinned: pinned,
            hidden: hidden, onlyPinned: onlyPinned, keepsEmpty: keepsEmpty)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>,
        by order: [FacetOrder] = [], limit: Int? = nil, pinned: [P.Value.Unwrapped] = [],
        hidden: [P.Value.Unwrapped] = [], onlyPinned: Bool = false, keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        FacetList(
            facets.result(of: ""), nil, order: [], limit: nil, pinned: [], hidden: [], onlyPinned: false,
            keepsEmpty: false)
    }

    /// Returns the values of a hierarchical facet as a tree with the draft's chosen path.
    ///
    /// ```swift
    /// let categories = response.tree(\.category, of: draft)
    /// categories.roots            // Fiction 12 ▾, History 3
    /// categories.selectedPath     // "Fiction > Fantasy"
    /// ```
    /// - Parameters:
    ///   - field: A hierarchical facet. The query must have requested it.
    ///   - draft: The draft of the response.
    ///   - order: The order of sibling nodes.
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>,
        by order: [FacetOrder] = [.countDescending]
    ) -> FacetTree where P.Operators.Facet == AllowedOperator {
        FacetTree(facets, SearchDraft<Module>.name(of: field), of: draft, order: order)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>, by order: [FacetOrder] = []
    ) -> FacetTree where P.Operators.Facet == ForbiddenOperator { FacetTree([], path: nil, order: []) }

    /// Whether all facets include all their values with exact counts.
    public var areFacetsExhaustive: Bool { facets.allSatisfy(\.isExhaustive) }
}

extension [FacetResult] {
    /// The facet with a wire name. Empty if it was not requested.
    func result(of field: String) -> FacetResult {
        first { $0.field == field }
            ?? FacetResult(field: field, counts: [], isExhaustive: false)
    }
}
