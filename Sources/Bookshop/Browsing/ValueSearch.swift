import BookshopContent
import Quire
import QuireSearch
import QuireTerminal

/// A search among the values of one facet, shown instead of the facets.
struct ValueSearch: Equatable, Sendable {
    /// The result, or the reason why there is none.
    enum Found: Equatable, Sendable {
        case pending
        case values([ShownSearch.Entry])
        case failed(String)
    }

    let facet: BookFacet.Kind
    /// The search text.
    var line = EditedLine()
    var result = Found.pending
    var selected = 0

    var entries: [ShownSearch.Entry] { if case .values(let entries) = result { entries } else { [] } }
}

extension Browser {
    /// Starts a search among the values of the facet with the selection.
    mutating func beginValueSearch() -> [Action] {
        guard let facetIndex else { return [] }
        let search = ValueSearch(facet: entries[facetIndex].value.kind)
        valueSearch = search
        return [.findValues(search.facet, "")]
    }

    mutating func handle(_ key: Key, in search: ValueSearch) -> [Action] {
        var search = search
        let page = max(1, layout.body.count - 2)
        switch key {
        case .escape, .tab, .backTab:
            valueSearch = nil
            return []
        case .enter:
            guard search.entries.indices.contains(search.selected) else { return [] }
            let value = search.entries[search.selected].value
            valueSearch = nil
            facet = value
            return [.toggle(value)]
        case .up: search.selected -= 1
        case .down: search.selected += 1
        case .pageUp: search.selected -= page
        case .pageDown: search.selected += page
        case .home: search.selected = 0
        case .end: search.selected = search.entries.count - 1
        default:
            let text = search.line.text
            guard search.line.handle(key) else { return [] }
            valueSearch = search
            return search.line.text == text ? [] : [.findValues(search.facet, search.line.text)]
        }
        search.selected = max(0, min(search.selected, search.entries.count - 1))
        valueSearch = search
        return []
    }

    /// Shows the result of a search among values, if it is still the current one.
    mutating func show(_ result: ValueSearch.Found, of facet: BookFacet.Kind, matching text: String) {
        guard var search = valueSearch, search.facet == facet, search.line.text == text else {
            return
        }
        search.result = result
        search.selected = 0
        valueSearch = search
    }

    /// Draws the values that were found, below the facet's name.
    func putValues(_ search: ValueSearch, on frame: inout Frame, _ layout: BrowserLayout) {
        let columns = layout.facets
        let start = columns.lowerBound
        guard !columns.isEmpty else { return }
        let title = StyledText(search.facet.title, .bold)
        frame.put(title.truncated(to: columns.count - 2), column: start + 1, row: layout.body.lowerBound)
        let said: StyledText? =
            switch search.result {
            case .pending: StyledText("…", .dim)
            case .values(let entries): entries.isEmpty ? StyledText("nothing", .dim) : nil
            case .failed(let failure): StyledText(failure, .failure)
            }
        let rows = layout.body.dropFirst()
        if let said {
            frame.put(said.truncated(to: columns.count - 4), column: start + 3, row: rows.lowerBound)
        }
        let top = max(0, min(search.selected - rows.count / 2, search.entries.count - rows.count))
        for (row, entry) in zip(rows, search.entries.enumerated().dropFirst(top)) {
            put(entry.element, isSelected: entry.offset == search.selected, row: row, on: &frame, columns)
        }
    }
}

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
