import QuireTerminal

/// The layout for a screen of a given size.
struct BrowserLayout: Equatable, Sendable {
    /// A smaller screen only shows that it is too small.
    static let least = ScreenSize(columns: 30, rows: 8)

    let size: ScreenSize
    /// The rows between the search field and the lines at the bottom.
    let body: Range<Int>
    let results: Range<Int>
    let facets: Range<Int>
    /// The row for a message.
    let note: Int?
    let status: Int
    let help: Int
    /// 1 on a small screen, 2 with the line below the title.
    let linesPerResult: Int

    /// - Parameters:
    ///   - hasNote: Whether a line for a message is needed.
    ///   - hasFacets: Whether there are facets to show.
    ///   - prefersFacets: Whether to show the facets if there is no room for both.
    init(_ size: ScreenSize, hasNote: Bool, hasFacets: Bool, prefersFacets: Bool) {
        self.size = size
        help = size.rows - 1
        status = size.rows - 2
        note = hasNote ? size.rows - 3 : nil
        body = 2..<max(3, (note ?? status))
        linesPerResult = body.count >= 12 ? 2 : 1
        if !hasFacets {
            results = 0..<size.columns
            facets = 0..<0
        } else if size.columns >= 64 {
            let width = min(34, size.columns / 3)
            results = 0..<size.columns - width - 1
            facets = size.columns - width..<size.columns
        } else {
            results = prefersFacets ? 0..<0 : 0..<size.columns
            facets = prefersFacets ? 0..<size.columns : 0..<0
        }
    }

    var isTooSmall: Bool { size.columns < Self.least.columns || size.rows < Self.least.rows }

    var hasBoth: Bool { !results.isEmpty && !facets.isEmpty }

    /// The number of results on a screen page.
    var resultsShown: Int { max(1, body.count / linesPerResult) }
}
