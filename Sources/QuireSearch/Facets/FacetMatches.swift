import QuireCore
import QuireEngine
import QuireSync
import QuireText

/// The values found by a search inside a facet, as a collection ordered by descending count.
public struct FacetMatches<Value: FilterOperand>: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public let value: Value
        /// The number of items that have it.
        public let count: Int
        public let isRefined: Bool
        /// The value's text with the matches highlighted.
        public let highlighted: HighlightedText
    }

    /// The wire name of the field.
    public let field: String
    public let entries: [Entry]
    /// Whether all matching values are included.
    public let isExhaustive: Bool
}

extension FacetMatches: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> Entry { entries[position] }
}

extension ContentClient {
    /// Searches for values of a facet by their words, the last one as a prefix, within the result of a draft.
    ///
    /// ```swift
    /// let authors = try await content.facetValues(\.author, matching: "aus", for: session.draft)
    /// for author in authors { print(author.highlighted.marked("«", "»"), author.count) }
    /// ```
    /// The draft's text and choices apply, except the choices from the facet itself if it is disjunctive. A text
    /// without words matches the most frequent values. This is a separate request that does not affect a session or
    /// its order.
    /// - Parameters:
    ///   - field: A facet of texts.
    ///   - text: The user's input.
    ///   - draft: The draft whose result is searched.
    ///   - maximumValues: The maximum number of values, 1 to 1,000.
    ///   - analyzer: The analyzer for highlights, which should match the engine's.
    /// - Throws: `QueryError` if it is not a facet of texts; the engine's errors.
    public func facetValues<Module, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, matching text: String, for draft: SearchDraft<Module>,
        maximumValues: Int = 10, analyzer: TextAnalyzer = TextAnalyzer()
    ) async throws -> FacetMatches<P.Value.Unwrapped>
    where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = SearchDraft<Module>.name(of: field)
        let draftRequest = DraftRequest(draft: draft, engine: engine.capabilities)
        let descriptor = try Module.descriptor.facet(name)
        var facet = FacetRequest(
            name, maximumValues: maximumValues, isDisjunctive: draftRequest.isDisjunctive(descriptor))
        facet.matching = text
        let request = draftRequest.request(page: 1, counting: [facet]).counting(facet)
        let responses = try await responses(to: [request], of: Module.self)
        guard let result = responses.first?.facets.first else {
            throw MissingFacetError(engine: engine.capabilities.name, field: name)
        }
        let highlighter = TextHighlighter(.all(text), analyzer: analyzer)
        let refined = Set(draft.refinements.values(of: name).map(FacetValueKey.init))
        let entries = result.counts.compactMap { entry -> FacetMatches<P.Value.Unwrapped>.Entry? in
            guard case .string(let valueText) = entry.value,
                let value = P.Value.Unwrapped(facetValue: entry.value)
            else { return nil }
            return FacetMatches.Entry(
                value: value, count: entry.count, isRefined: refined.contains(FacetValueKey(entry.value)),
                highlighted: highlighter.highlight(valueText))
        }
        return FacetMatches(field: name, entries: entries, isExhaustive: result.isExhaustive)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facetValues<Module, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, matching text: String, for draft: SearchDraft<Module>,
        maximumValues: Int = 10, analyzer: TextAnalyzer = TextAnalyzer()
    ) async throws -> FacetMatches<P.Value.Unwrapped>
    where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        FacetMatches(field: "", entries: [], isExhaustive: false)
    }
}
