import QuireTerminal

/// Where things stand on a screen of some size.
struct BrowserLayout: Equatable, Sendable {
    /// A smaller screen shows nothing but that it is too small.
    static let least = ScreenSize(columns: 30, rows: 8)

    let size: ScreenSize
    /// Between the search field and the lines at the bottom.
    let body: Range<Int>
    let results: Range<Int>
    let facets: Range<Int>
    /// Where something is to be said.
    let note: Int?
    let status: Int
    let help: Int
    /// 1 where there is little room, 2 with what stands below the titles.
    let linesPerResult: Int

    /// - Parameters:
    ///   - hasNote: Whether a line is needed to say something.
    ///   - hasFacets: Whether there are any to show.
    ///   - prefersFacets: What is shown where there is no room for both.
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

    /// Results on a page of the screen.
    var resultsShown: Int { max(1, body.count / linesPerResult) }
}
