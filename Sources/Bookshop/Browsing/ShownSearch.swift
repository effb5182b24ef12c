import QuireTerminal

/// The view of a search.
struct ShownSearch: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var id: String
        var title: Cell
        var authors: Cell
        var year: String
        /// Other matches in the book, or the beginning of its description.
        var below: Cell
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
