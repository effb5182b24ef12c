import QuireCore
import QuireEngine
import QuireSync
import QuireText

/// The values of a facet that a search among them has found: a collection, the most frequent first.
public struct FacetMatches<Value: FilterOperand>: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public let value: Value
        /// How many items have it.
        public let count: Int
        public let isRefined: Bool
        /// The value's text, with what was looked for marked.
        public let highlighted: HighlightedText
    }

    /// The wire name of the field.
    public let field: String
    public let entries: [Entry]
    /// Whether all values that match are shown.
    public let isExhaustive: Bool
}

extension FacetMatches: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> Entry { entries[position] }
}

extension ContentClient {
    /// Looks for values of a facet by their words, the last one as a prefix, among those that the draft's result has.
    ///
    /// ```swift
    /// let authors = try await content.facetValues(\.author, matching: "aus", for: session.draft)
    /// for author in authors { print(author.highlighted.marked("«", "»"), author.count) }
    /// ```
    /// What the draft has typed and chosen holds; what it has chosen of the facet itself does not, where the facet is
    /// disjunctive. A text without a word finds the most frequent values. It is a request of its own: it changes no
    /// session, and is no part of its order.
    /// - Parameters:
    ///   - field: A facet of texts.
    ///   - text: What a person has typed.
    ///   - draft: The draft whose result is looked at.
    ///   - maximumValues: 1 to 1,000.
    ///   - analyzer: How the engine cuts texts into words, for the marks.
    /// - Throws: `QueryError` where the facet is not one of texts; the engine's errors.
    public func facetValues<Module, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, matching text: String, for draft: SearchDraft<Module>,
        maximumValues: Int = 10, analyzer: TextAnalyzer = TextAnalyzer()
    ) async throws -> FacetMatches<P.Value.Unwrapped>
    where P.Value: FilterOperand, P.Operators: AllowsFacet {
        let name = SearchDraft<Module>.name(of: field)
        let asked = DraftRequest(draft: draft, engine: engine.capabilities)
        let descriptor = try Module.descriptor.facet(name)
        var facet = FacetRequest(
            name, maximumValues: maximumValues, isDisjunctive: asked.isDisjunctive(descriptor))
        facet.matching = text
        let request = asked.request(page: 1, counting: [facet]).counting(facet)
        let responses = try await answers(to: [request], of: Module.self)
        guard let result = responses.first?.facets.first else {
            throw MissingFacetError(engine: engine.capabilities.name, field: name)
        }
        let highlighter = TextHighlighter(.all(text), analyzer: analyzer)
        let refined = Set(draft.refinements.values(of: name).map(ValueKey.init))
        let entries = result.counts.compactMap { entry -> FacetMatches<P.Value.Unwrapped>.Entry? in
            guard case .string(let shown) = entry.value,
                let value = P.Value.Unwrapped(facetValue: entry.value)
            else { return nil }
            return FacetMatches.Entry(
                value: value, count: entry.count, isRefined: refined.contains(ValueKey(entry.value)),
                highlighted: highlighter.highlight(shown))
        }
        return FacetMatches(field: name, entries: entries, isExhaustive: result.isExhaustive)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facetValues<Module, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, matching text: String, for draft: SearchDraft<Module>,
        maximumValues: Int = 10, analyzer: TextAnalyzer = TextAnalyzer()
    ) async throws -> FacetMatches<P.Value.Unwrapped>
    where P.Value: FilterOperand, P.Operators: ForbidsFacet {
        FacetMatches(field: "", entries: [], isExhaustive: false)
    }
}
