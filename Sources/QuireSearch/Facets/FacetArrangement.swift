import QuireCore
import QuireSync
import QuireText

/// The presentation of facets as defined by an editor or a service: their order and, for each, which values come
/// first and which are hidden.
///
/// ```swift
/// let arrangement = try JSONDecoder().decode(FacetArrangement.self, from: settings)
/// for field in arrangement.fields(of: state.facets) { … }          // ["brand", "colour"]
/// let brands = state.facet(\.brand, arranged: arrangement)         // Apple, then the others by their counts
/// ```
/// It is coded in the format of Algolia's `renderingContent`:
/// ```json
/// {"facetOrdering": {"facets": {"order": ["brand", "colour"]},
///   "values": {"brand": {"order": ["Apple"], "hide": ["Acme"], "sortRemainingBy": "alpha"}}}}
/// ```
public struct FacetArrangement: Sendable, Hashable {
    /// The order of the values that are not in a facet's `first`.
    public enum Rest: String, Sendable, Hashable, CaseIterable {
        /// By descending count.
        case byCount = "count"
        case alphabetical = "alpha"
        /// They are not shown.
        case hidden
    }

    /// The presentation of one facet's values.
    public struct Values: Sendable, Hashable {
        /// The values that come first, in this order, if they exist.
        public var first: [String]
        public var rest: Rest
        /// Values that are never shown.
        public var hidden: [String]

        public init(first: [String] = [], rest: Rest = .byCount, hidden: [String] = []) {
            self.first = first
            self.rest = rest
            self.hidden = hidden
        }
    }

    /// The wire names of the visible facets, in order.
    public var facets: [String]
    /// The presentation by the facets' wire names. Facets without one are ordered by count.
    public var values: [String: Values]

    public init(facets: [String] = [], values: [String: Values] = [:]) {
        self.facets = facets
        self.values = values
    }

    /// The wire names of the visible facets among those that were counted, without duplicates.
    public func fields(of counted: [FacetResult]) -> [String] {
        var fields: [String] = []
        for field in facets where counted.contains(where: { $0.field == field }) {
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }

    func values(of field: String) -> Values {
        values[field] ?? Values()
    }
}

extension SearchState {
    /// Returns the values of a facet in the order of an arrangement, with the user's choices.
    ///
    /// Chosen values keep their positions, even with a count of zero. Hidden values are not included.
    /// - Parameters:
    ///   - field: The field. The query must have requested its facet.
    ///   - arrangement: The order of the values, and which are pinned or hidden.
    ///   - draft: The draft whose choices are marked. Defaults to that of the results. Pass `session.draft` to show
    ///     the user's latest choices.
    ///   - limit: The maximum number of values, except for chosen and excluded ones. `nil` means all.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, arranged arrangement: FacetArrangement,
        of draft: SearchDraft<Module>? = nil, limit: Int? = nil
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let values = arrangement.values(of: SearchDraft<Module>.name(of: field))
        return facet(
            field, of: draft, by: values.rest == .alphabetical ? [.alphabetical] : [.countDescending],
            limit: limit, pinned: values.first.compactMap(P.Value.Unwrapped.init(facetText:)),
            hidden: values.hidden.compactMap(P.Value.Unwrapped.init(facetText:)),
            onlyPinned: values.rest == .hidden)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, arranged arrangement: FacetArrangement,
        of draft: SearchDraft<Module>? = nil, limit: Int? = nil
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        facet(field, by: [])
    }
}

extension FieldValue {
    /// The value for a text. An arrangement also writes numbers and Booleans as texts.
    fileprivate init?(facetText text: String) {
        let readings: [FilterValue?] = [
            .string(text), Int64(text).map(FilterValue.integer), Double(text).map(FilterValue.number),
            Bool(text).map(FilterValue.boolean),
        ]
        for case let reading? in readings {
            if let value = Self(facetValue: reading) {
                self = value
                return
            }
        }
        return nil
    }
}

/// Coded as `renderingContent`, or as its `facetOrdering`. Every part may be missing.
extension FacetArrangement: Codable {
    private enum Outer: String, CodingKey { case facetOrdering }
    private enum Keys: String, CodingKey { case facets, values }
    private enum Order: String, CodingKey { case order }

    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        let inner =
            outer.contains(.facetOrdering)
            ? try outer.nestedContainer(keyedBy: Keys.self, forKey: .facetOrdering)
            : try decoder.container(keyedBy: Keys.self)
        self.init(values: try inner.decodeIfPresent([String: Values].self, forKey: .values) ?? [:])
        guard inner.contains(.facets) else { return }
        let facets = try inner.nestedContainer(keyedBy: Order.self, forKey: .facets)
        self.facets = try facets.decodeIfPresent([String].self, forKey: .order) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .facetOrdering)
        var facets = inner.nestedContainer(keyedBy: Order.self, forKey: .facets)
        try facets.encode(self.facets, forKey: .order)
        try inner.encode(values, forKey: .values)
    }
}

/// An unknown order is treated as the order by count.
extension FacetArrangement.Values: Codable {
    private enum Keys: String, CodingKey { case order, hide, sortRemainingBy }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let rest = try container.decodeIfPresent(String.self, forKey: .sortRemainingBy)
        self.init(
            first: try container.decodeIfPresent([String].self, forKey: .order) ?? [],
            rest: rest.flatMap(FacetArrangement.Rest.init) ?? .byCount,
            hidden: try container.decodeIfPresent([String].self, forKey: .hide) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(first, forKey: .order)
        try container.encode(hidden, forKey: .hide)
        try container.encode(rest.rawValue, forKey: .sortRemainingBy)
    }
}
