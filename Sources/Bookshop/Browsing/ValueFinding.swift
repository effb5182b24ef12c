import BookshopContent
import Quire
import QuireSearch

/// Searches for values of a facet by their words, within the result of a search.
struct ValueFinding: Sendable {
    let content: ContentClient
    /// The typed text and the selected values.
    let draft: SearchDraft<Books>

    func find(_ facet: BookFacet.Kind, _ text: String) async -> ValueSearch.Found {
        do {
            return .values(try await entries(facet, text))
        } catch {
            return .failed("\(error)")
        }
    }

    private func entries(_ facet: BookFacet.Kind, _ text: String) async throws -> [ShownSearch.Entry] {
        switch facet {
        case .language: try await languages(text)
        case .genre: entries(try await values(\.genre, text)) { .genre($0) }
        case .author: entries(try await values(\.authorNames, text)) { .author($0) }
        case .theme: entries(try await values(\.themes, text)) { .theme($0) }
        case .shelf: entries(try await values(\.category, text)) { .shelf($0) }
        }
    }

    private func values<P: FieldReference>(
        _ field: KeyPath<Books.Fields, P>, _ text: String
    ) async throws -> FacetMatches<P.Value.Unwrapped>
    where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        try await content.facetValues(field, matching: text, for: draft, maximumValues: 100)
    }

    /// Languages are codes in the content, but names on the screen.
    private func languages(_ text: String) async throws -> [ShownSearch.Entry] {
        let all = entries(try await values(\.language, "")) { .language($0) }
        guard text.contains(where: { !$0.isWhitespace }) else { return all }
        let words = TextHighlighter(.all(text, matching: .lastWordAsPrefix))
        return all.filter { words.matchLevel(of: $0.value.label) == .full }
    }

    private func entries<Value>(
        _ matches: FacetMatches<Value>, _ value: (Value) -> BookFacet
    ) -> [ShownSearch.Entry] {
        matches.map { .init(value: value($0.value), count: $0.count, isRefined: $0.isRefined) }
    }
}
