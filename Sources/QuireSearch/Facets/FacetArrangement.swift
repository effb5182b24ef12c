import QuireCore
import QuireSync
import QuireText

/// How facets are to be shown, as an editor or a service has laid it down: which in what order, and of each which values
/// first, and which never.
///
/// ```swift
/// let arrangement = try JSONDecoder().decode(FacetArrangement.self, from: settings)
/// for field in arrangement.fields(of: state.facets) { … }          // ["brand", "colour"]
/// let brands = state.facet(\.brand, arranged: arrangement)         // Apple, then the others by their counts
/// ```
/// It reads and writes what Algolia's answers call `renderingContent`:
/// ```json
/// {"facetOrdering": {"facets": {"order": ["brand", "colour"]},
///   "values": {"brand": {"order": ["Apple"], "hide": ["Acme"], "sortRemainingBy": "alpha"}}}}
/// ```
public struct FacetArrangement: Sendable, Hashable {
    /// In which order the values come that do not stand in a facet's `first`.
    public enum Rest: String, Sendable, Hashable, CaseIterable {
        /// The most frequent first.
        case byCount = "count"
        case alphabetical = "alpha"
        /// They are not shown.
        case hidden
    }

    /// How the values of one facet are shown.
    public struct Values: Sendable, Hashable {
        /// Values that stand first, in this order, where they are there at all.
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

    /// The wire names of the facets that are shown, in this order.
    public var facets: [String]
    /// By the wire names of the facets; one that is not there is shown by its counts.
    public var values: [String: Values]

    public init(facets: [String] = [], values: [String: Values] = [:]) {
        self.facets = facets
        self.values = values
    }

    /// The wire names of the facets that are shown, of those that were counted, each once.
    public func fields(of counted: [FacetResult]) -> [String] {
        var fields: [String] = []
        for field in facets where counted.contains(where: { $0.field.isByteEqual(to: field) }) {
            if !fields.contains(where: field.isByteEqual) { fields.append(field) }
        }
        return fields
    }

    func values(of field: String) -> Values {
        values.first { $0.key.isByteEqual(to: field) }?.value ?? Values()
    }
}

extension SearchState {
    /// The values of a facet in the order of an arrangement, with what was chosen of them.
    ///
    /// Chosen values stay where they stand, also at zero; a hidden one is not shown.
    /// - Parameters:
    ///   - field: The field; the query has asked for its facet.
    ///   - arrangement: The order of the values, and which are pinned or hidden.
    ///   - draft: Whose choices are marked: those of the results, or, with `session.draft`, what a person has just
    ///     chosen.
    ///   - limit: How many values are shown; chosen and excluded ones are shown beyond it too. `nil`: all.
    public func facet<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, arranged arrangement: FacetArrangement,
        of draft: SearchDraft<Module>? = nil, limit: Int? = nil
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: AllowsFacet {
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
    ) -> FacetList<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators: ForbidsFacet {
        facet(field, by: [])
    }
}

extension FieldValue {
    /// The value that a text stands for: of numbers and truth values too, which an arrangement writes as texts.
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
