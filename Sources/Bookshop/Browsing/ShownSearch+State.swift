import BookshopContent
import Quire
import QuireSearch
import QuireTerminal

extension ShownSearch {
    /// Creates the view of a session's state.
    init(_ state: SearchState<Books>) {
        number = state.number
        let places = Self.places(of: state)
        rows = places.map { index in state.pages[index].map { Row($0, state) } }
        total = state.total.map { min($0, places.count) } ?? (state.number > 0 ? places.count : nil)
        facets = Self.facets(of: state)
        isPending = state.phase.isLoading || state.isLoadingMore
        isStale = state.isStale
        let failure = state.phase.error ?? state.failedPages.min { $0.key < $1.key }?.value
        self.failure = failure.map { "\($0)" }
        meant = state.didYouMean?.text
        notes = Self.notes(on: state)
    }

    /// The indexes of the result that show a book, or will. Excludes a book that is shown at another index already.
    static func places(of state: SearchState<Books>) -> [Int] {
        state.pages.indices.filter { !state.pages.isHidden($0) }
    }

    private static func notes(on state: SearchState<Books>) -> [String] {
        var notes = state.textSearchInfo.flatMap(SearchCommand.note).map { [$0] } ?? []
        if let meant = state.didYouMean { notes.append("Did you mean '\(meant.text)'? ^Y accepts it.") }
        if !state.rejected.isEmpty {
            notes.append(
                "\(Text.count(state.rejected.count, "book")) skipped as invalid: 'bookshop search' lists them."
            )
        }
        return notes
    }
}

extension ShownSearch.Row {
    /// The number of words in a note below a title.
    private static let words = 14

    init(_ book: Book, _ state: SearchState<Books>) {
        id = book.id.rawValue
        let shown = BookTable.title(of: book)
        title = Cell(state.highlight(shown))
        authors = Cell(book.authorNames.map { Cell(state.highlight($0)) }, separator: ", ")
        year = BookTable.year(book.year)
        let others =
            [book.originalTitle].compactMap(\.self) + (book.titles?.texts.values.sorted() ?? [])
            + book.authorAliases
        let isShown = { (text: String) in shown.contains(text) || book.authorNames.contains(text) }
        let found = others.filter { !isShown($0) }.map(state.highlight).filter { !$0.ranges.isEmpty }
        if !found.isEmpty {
            below = Cell(found.map { Cell($0) }, separator: ", ")
        } else {
            below = book.note.map { Cell(state.snippet(of: $0, words: Self.words)) } ?? Cell("")
        }
    }
}
