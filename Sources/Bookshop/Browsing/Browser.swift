import QuireTerminal

/// The screen of `bookshop browse` as a value: keys and results change it, and it can be drawn at any time.
struct Browser: Equatable, Sendable {
    enum Pane: Equatable, Sendable { case results, facets }

    /// What a key asks for beyond the screen itself.
    enum Action: Equatable, Sendable {
        /// The text of the search field is another one.
        case type(String)
        /// Searches at once for what was typed.
        case submit
        case toggle(BookFacet)
        case clearFacets
        case order(BookOrder)
        /// These places of the result are on the screen.
        case see(Range<Int>)
        case open(String)
        /// Looks for values of a facet by their words.
        case findValues(BookFacet.Kind, String)
        case retry
        case suspend
        case leave
    }

    struct Recalled: Equatable, Sendable {
        var place: Int
        /// What stood in the field before.
        var typed: String
    }

    var size: ScreenSize
    var line: EditedLine
    var pane = Pane.results
    var order = BookOrder.relevance
    /// The place of the selected book in the whole result.
    var selected = 0
    /// The selected value of a facet; `nil`: the first one.
    var facet: BookFacet?
    /// Where it stood: the neighbour is selected when it goes.
    var facetPlace = 0
    var book: ShownBook?
    /// Earlier searches, the newest first.
    var history: [String] = []
    /// The earlier search that stands in the field; `nil`: none.
    var recalled: Recalled?
    /// How what is being typed may go on.
    var completion: Completion?
    /// A search among the values of a facet; `nil`: there is none.
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

    /// What is said in a line of its own.
    var noteLine: (text: String, isFailure: Bool)? {
        if let failure = search.failure { return ("^R tries again: \(failure)", true) }
        return search.notes.isEmpty ? nil : (search.notes.joined(separator: " "), false)
    }

    /// The first place of the page that the screen shows.
    var top: Int { selected / layout.resultsShown * layout.resultsShown }

    var shown: Range<Int> { top..<max(top, min(top + layout.resultsShown, search.count)) }

    /// Counted from 1.
    var page: Int { top / layout.resultsShown + 1 }

    var pages: Int { max(1, (search.count + layout.resultsShown - 1) / layout.resultsShown) }

    /// All values of all facets, in the order of the screen.
    var entries: [ShownSearch.Entry] { search.facets.flatMap(\.entries) }

    /// The place of the selected value among them.
    var facetIndex: Int? {
        let entries = entries
        guard !entries.isEmpty else { return nil }
        if let facet, let index = entries.firstIndex(where: { $0.value == facet }) { return index }
        return min(facetPlace, entries.count - 1)
    }

    /// Shows results; the selection stays on its book while they are those of the same search.
    mutating func show(_ search: ShownSearch) -> [Action] {
        if search.number != self.search.number { selected = 0 }
        self.search = search
        selected = max(0, min(selected, search.count - 1))
        if let index = facetIndex { facetPlace = index }
        return seeing
    }

    mutating func resize(_ size: ScreenSize) -> [Action] {
        self.size = size
        return seeing
    }

    /// Fills the open book in, if it is still that one.
    mutating func show(_ content: ShownBook.Content, of id: String) {
        if book?.id == id { book?.content = content }
    }

    var seeing: [Action] { shown.isEmpty ? [] : [.see(shown)] }
}
