import QuireCore
import QuireSync
import QuireText

extension SearchAnswer {
    /// The values of a facet, with what the draft has chosen of them; empty where the query has not asked for it.
    ///
    /// ```swift
    /// let languages = answer.facet(\.language, of: draft, by: [.refinedFirst, .alphabetical], limit: 10)
    /// ```
    /// - Parameters:
    ///   - field: The field; the query has asked for its facet.
    ///   - draft: The one that was answered.
    ///   - order: What decides first, second, and so on; at last the value itself.
    ///   - limit: How many values are shown; chosen and excluded ones are shown beyond it too. `nil`: all.
    ///   - pinned: Values that stand first, in this order, where they are there at all.
    ///   - hidden: Values that are never shown.
    ///   - onlyPinned: Leaves all values out that are not pinned.
    ///   - keepsEmpty: Whether chosen and excluded values stay where no item has them any more.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>,
        by order: [FacetOrder] = [.refinedFirst, .countDescending], limit: Int? = nil,
        pinned: [P.Value.Unwrapped] = [], hidden: [P.Value.Unwrapped] = [], onlyPinned: Bool = false,
        keepsEmpty: Bool = true
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: AllowsFacet {
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
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: ForbidsFacet {
        FacetList(
            facets.result(of: ""), nil, order: [], limit: nil, pinned: [], hidden: [], onlyPinned: false,
            keepsEmpty: false)
    }

    /// The values of a hierarchical facet as a tree, with the path that the draft has chosen.
    ///
    /// ```swift
    /// let categories = answer.tree(\.category, of: draft)
    /// categories.roots            // Fiction 12 ▾, History 3
    /// categories.selectedPath     // "Fiction > Fantasy"
    /// ```
    /// - Parameters:
    ///   - field: A hierarchical facet; the query has asked for it.
    ///   - draft: The draft that was answered.
    ///   - order: Of the nodes that stand beside each other.
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>,
        by order: [FacetOrder] = [.countDescending]
    ) -> FacetTree where P.Operators: AllowsFacet {
        FacetTree(facets, SearchDraft<Module>.name(of: field), of: draft, order: order)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func tree<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, of draft: SearchDraft<Module>, by order: [FacetOrder] = []
    ) -> FacetTree where P.Operators: ForbidsFacet { FacetTree([], path: nil, order: []) }

    /// Whether every facet shows all its values, with exact counts.
    public var areFacetsExhaustive: Bool { facets.allSatisfy(\.isExhaustive) }
}

extension [FacetResult] {
    /// The facet of that wire name; an empty one where it was not asked for.
    func result(of field: String) -> FacetResult {
        first { $0.field.isByteEqual(to: field) }
            ?? FacetResult(field: field, counts: [], isExhaustive: false)
    }
}
