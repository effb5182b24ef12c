import QuireCore
import QuireSync

extension SearchState {
    /// The values of a facet, with what was chosen of them; empty where the query has not asked for it.
    ///
    /// ```swift
    /// let languages = state.facet(\.language, by: [.refinedFirst, .alphabetical], limit: 10)
    /// ```
    /// - Parameters:
    ///   - field: The field; the query has asked for its facet.
    ///   - draft: Whose choices are marked: those of the results, or, with `session.draft`, what a person has just
    ///     chosen.
    ///   - order: What decides first, second, and so on; at last the value itself.
    ///   - limit: How many values are shown; chosen and excluded ones are shown beyond it too. `nil`: all.
    ///   - pinned: Values that stand first, in this order, where they are there at all.
    ///   - hidden: Values that are never shown.
    ///   - onlyPinned: Leaves all values out that are not pinned.
    ///   - keepsEmpty: Whether chosen and excluded values stay where no item has them any more.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil,
        by order: [FacetOrder] = [.refinedFirst, .countDescending], limit: Int? = nil,
        pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [], onlyPinned: Bool = false,
        keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = SearchDraft<Module>.name(of: field)
        return FacetList(
            facets.result(of: name), (draft ?? self.draft).refinements[name], order: order, limit: limit,
            pinned: pinned, hidden: hidden, onlyPinned: onlyPinned, keepsEmpty: keepsEmpty)
    }

    /// The values of a hierarchical facet as a tree, with the path that was chosen.
    ///
    /// ```swift
    /// for node in state.tree(\.category).roots { outline.show(node) }
    /// ```
    /// - Parameters:
    ///   - field: A hierarchical facet; the query has asked for it.
    ///   - draft: The draft whose path is marked; that of the results unless you pass `session.draft`.
    ///   - order: Of the nodes that stand beside each other.
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil,
        by order: [FacetOrder] = [.countDescending]
    ) -> FacetTree where P.Operators: AllowsFacet {
        FacetTree(facets, SearchDraft<Module>.name(of: field), of: draft ?? self.draft, order: order)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil, by order: [FacetOrder] = [],
        limit: Int? = nil, pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [],
        onlyPinned: Bool = false, keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: ForbidsFacet {
        FacetList(
            facets.result(of: ""), nil, order: [], limit: nil, pinned: [], hidden: [], onlyPinned: false,
            keepsEmpty: false)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>? = nil, by order: [FacetOrder] = []
    ) -> FacetTree where P.Operators: ForbidsFacet { FacetTree([], path: nil, order: []) }
}
