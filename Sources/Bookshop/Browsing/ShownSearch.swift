import QuireTerminal

/// What a search looks like on the screen.
struct ShownSearch: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var id: String
        var title: Cell
        var authors: Cell
        var year: String
        /// What else was found in the book, or the beginning of what is said about it.
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
        /// How far below the top of a tree it stands.
        var level = 0
    }

    /// Tells the results of one search from those of the next.
    var number = 0
    /// By their places in the whole result; `nil` where a page is not there yet.
    var rows: [Row?] = []
    /// How many books there are on all pages; `nil` where that is not known yet.
    var total: Int?
    var facets: [Facet] = []
    /// Whether an answer is on its way.
    var isPending = false
    /// Whether these are the results of an earlier search than the one that is on its way.
    var isStale = false
    /// What went wrong last.
    var failure: String?
    /// What is to be said beside the results: what was taken for what, where they come from.
    var notes: [String] = []
    /// What may have been meant, where nothing was found.
    var meant: String?
    /// How long the engine took.
    var milliseconds: Int?

    /// Places of the whole result, there or not.
    var count: Int { max(rows.count, total ?? 0) }

    func row(at index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }

    var hasRefinements: Bool { facets.contains { $0.entries.contains(where: \.isRefined) } }
}
