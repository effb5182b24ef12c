import QuireTerminal

/// The screen of `bookshop browse` as a value. Keys and results change it, and it can be drawn at any time.
struct Browser: Equatable, Sendable {
    enum Pane: Equatable, Sendable { case results, facets }

    /// An effect of a key outside of the screen.
    enum Action: Equatable, Sendable {
        /// The text of the search field has changed.
        case type(String)
        /// Searches immediately for the typed text.
        case submit
        case toggle(BookFacet)
        case clearFacets
        case order(BookOrder)
        /// These rows of the result are on the screen.
        case see(Range<Int>)
        case open(String)
        /// Searches for values of a facet by their words.
        case findValues(BookFacet.Kind, String)
        case retry
        case suspend
        case leave
    }

    struct Recalled: Equatable, Sendable {
        var place: Int
        /// The text before the first recalled search.
        var typed: String
    }

    var size: ScreenSize
    var line: EditedLine
    var pane = Pane.results
    var order = BookOrder.relevance
    /// The index of the selected book in the whole result.
    var selected = 0
    /// The selected value of a facet. `nil` means the first one.
    var facet: BookFacet?
    /// Its index. If it disappears, its neighbour is selected.
    var facetPlace = 0
    var book: ShownBook?
    /// Earlier searches, newest first.
    var history: [String] = []
    /// The earlier search in the field, or `nil`.
    var recalled: Recalled?
    /// The completion of the typed text.
    var completion: Completion?
    /// The search among the values of a facet, or `nil`.
    var valueSearch: ValueSearch?
    private(set) var search = ShownSearch()

    init(size: ScreenSize, text: String = "") {
        self.size = size
        line = EditedLine(text)
    }

    var layout: BrowserLayout {
        BrowserLayout(
            size, hasNote: noteLine != nil, hasFacets: !entries.isEmpty, prefersFacets: pane == .facets)
    }

    /// The message in the note line.
    var noteLine: (text: String, isFailure: Bool)? {
        if let failure = search.failure { return ("^R tries again: \(failure)", true) }
        return search.notes.isEmpty ? nil : (search.notes.joined(separator: " "), false)
    }

    /// The index of the first visible result.
    var top: Int { selected / layout.resultsShown * layout.resultsShown }

    var shown: Range<Int> { top..<max(top, min(top + layout.resultsShown, search.count)) }

    /// The number of the visible page, counted from 1.
    var page: Int { top / layout.resultsShown + 1 }

    var pages: Int { max(1, (search.count + layout.resultsShown - 1) / layout.resultsShown) }

    /// All values of all facets, in screen order.
    var entries: [ShownSearch.Entry] { search.facets.flatMap(\.entries) }

    /// The index of the selected value.
    var facetIndex: Int? {
        let entries = entries
        guard !entries.isEmpty else { return nil }
        if let facet, let index = entries.firstIndex(where: { $0.value == facet }) { return index }
        return min(facetPlace, entries.count - 1)
    }

    /// Shows results. The selection stays on its book as long as the search is the same, and otherwise at the top.
    mutating func show(_ search: ShownSearch) -> [Action] {
        if search.number != self.search.number {
            selected = 0
        } else if selected > 0, let id = self.search.row(at: selected)?.id,
            search.row(at: selected)?.id != id,
            let index = search.rows.firstIndex(where: { $0?.id == id })
        {
            // Books came or went above it.
            selected = index
        }
        self.search = search
        selected = max(0, min(selected, search.count - 1))
        if let index = facetIndex { facetPlace = index }
        return seeing
    }

    mutating func resize(_ size: ScreenSize) -> [Action] {
        self.size = size
        return seeing
    }

    /// Shows the details of the open book, if it is still open.
    mutating func show(_ content: ShownBook.Content, of id: String) {
        if book?.id == id { book?.content = content }
    }

    var seeing: [Action] { shown.isEmpty ? [] : [.see(shown)] }
}
