import BookshopContent
import Quire
import QuireSearch
import QuireTerminal

/// The view of a search.
struct ShownSearch: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var id: String
        var title: TableCell
        var authors: TableCell
        var year: String
        /// Other matches in the book, or the beginning of its description.
        var below: TableCell
    }

    struct Facet: Equatable, Sendable {
        var title: String
        var entries: [Entry]
    }

    struct Entry: Equatable, Sendable {
        var value: BookFacet
        var count: Int
        var isRefined: Bool
        /// The depth in a tree.
        var level = 0
    }

    /// Distinguishes the results of different searches.
    var number = 0
    /// The rows by their index in the whole result. `nil` if the page is not loaded.
    var rows: [Row?] = []
    /// The number of books on all pages, or `nil` if it is not known yet.
    var total: Int?
    var facets: [Facet] = []
    /// Whether a response is pending.
    var isPending = false
    /// Whether these are the results of an earlier search than the pending one.
    var isStale = false
    /// The last error.
    var failure: String?
    /// Notes about the results: corrections, and their source.
    var notes: [String] = []
    /// A suggested correction, if nothing was found.
    var meant: String?
    /// The duration of the search.
    var milliseconds: Int?

    /// The number of rows in the whole result, loaded or not.
    var count: Int { max(rows.count, total ?? 0) }

    func row(at index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }

    var hasRefinements: Bool { facets.contains { $0.entries.contains(where: \.isRefined) } }
}

extension ShownSearch {
    /// The facets of a state, each ordered by count. Selecting values does not change their order.
    static func facets(of state: SearchState<Books>) -> [Facet] {
        guard !state.facets.isEmpty else { return [] }
        let order = [FacetOrder.countDescending]
        return [
            Facet(.language, state.facet(\.language, by: order)) { .language($0) },
            Facet(.genre, state.facet(\.genre, by: order)) { .genre($0) },
            Facet(.author, state.facet(\.authorNames, by: order)) { .author($0) },
            Facet(.theme, state.facet(\.themes, by: order)) { .theme($0) },
            Facet(
                title: BookFacet.Kind.shelf.title, entries: shelves(state.tree(\.category, by: order).roots)),
        ]
    }

    /// The top shelves and, below the selected one, its children.
    private static func shelves(_ nodes: [FacetTree.Node]) -> [Entry] {
        nodes.flatMap { node in
            [Entry(value: .shelf(node.path), count: node.count, isRefined: node.isOnPath, level: node.level)]
                + (node.isOnPath ? shelves(node.children) : [])
        }
    }
}

extension ShownSearch.Facet {
    fileprivate init<Value>(
        _ kind: BookFacet.Kind, _ list: FacetList<Value>, value: (Value) -> BookFacet
    ) {
        self.init(
            title: kind.title,
            entries: list.map { .init(value: value($0.value), count: $0.count, isRefined: $0.isRefined) })
    }
}

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
        let bookTitle = BookTable.title(of: book)
        title = TableCell(state.highlight(bookTitle))
        authors = TableCell(book.authorNames.map { TableCell(state.highlight($0)) }, separator: ", ")
        year = BookTable.year(book.year)
        let others =
            [book.originalTitle].compactMap(\.self) + (book.titles?.texts.values.sorted() ?? [])
            + book.authorAliases
        let isShown = { (text: String) in bookTitle.contains(text) || book.authorNames.contains(text) }
        let matches = others.filter { !isShown($0) }.map(state.highlight).filter { !$0.ranges.isEmpty }
        if !matches.isEmpty {
            below = TableCell(matches.map { TableCell($0) }, separator: ", ")
        } else {
            below = book.note.map { TableCell(state.snippet(of: $0, words: Self.words)) } ?? TableCell("")
        }
    }
}
