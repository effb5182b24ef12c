import Quire
import QuireSearch
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

    var visibleRange: Range<Int> { top..<max(top, min(top + layout.resultsShown, search.count)) }

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

    var seeing: [Action] { visibleRange.isEmpty ? [] : [.see(visibleRange)] }
}

extension Browser {
    /// The rows of the open book.
    var bookRows: Range<Int> { layout.body }

    /// The lines of the open book.
    var bookLines: [StyledText] {
        guard let book else { return [] }
        switch book.content {
        case .loading: return [heading(book.title), StyledText("  …", .dim)]
        case .failed(let failure): return [heading(book.title), StyledText("  " + failure, .failure)]
        case .loaded(let sections):
            return sections.flatMap { [heading($0.heading)] + lines(of: $0.details) + [StyledText()] }
        }
    }

    private func heading(_ text: String) -> StyledText { StyledText(" " + text, .bold) }

    private func lines(of details: [Detail]) -> [StyledText] {
        let indent = (details.map { DisplayWidth.of($0.label) }.max() ?? 0) + 4
        let room = size.columns - indent - 1
        // Next to the labels if there is room for both.
        guard room >= 20 else {
            return details.flatMap { detail in
                [StyledText("  " + detail.label, .dim)]
                    + DisplayWidth.wrapped(detail.text, to: size.columns - 5).map { StyledText("    " + $0) }
            }
        }
        return details.flatMap { detail in
            DisplayWidth.wrapped(detail.text, to: room).enumerated().map { index, text in
                let label = index == 0 ? detail.label : ""
                let space = String(repeating: " ", count: indent - 2 - DisplayWidth.of(label))
                return StyledText("  " + label + space, .dim) + StyledText(text)
            }
        }
    }

    func putBook(on frame: inout Frame) {
        let lines = bookLines
        let scrolled = min(book?.scrolled ?? 0, max(0, lines.count - bookRows.count))
        for (row, line) in zip(bookRows, lines[scrolled...]) {
            frame.put(line.truncated(to: size.columns), column: 0, row: row)
        }
    }
}

extension Browser {
    /// A completion of the text in the field.
    struct Completion: Equatable, Sendable {
        /// The typed text.
        var typed: String
        /// The text to append.
        var rest: String
        /// The whole text.
        var text: String

        /// Creates a completion from the first suggestion that begins with the typed text, or returns `nil`.
        init?(_ list: SuggestionList) {
            guard list.text.first?.isWhitespace == false else { return nil }
            let analyzer = TextAnalyzer()
            let words = analyzer.words(in: list.text)
            for suggestion in list {
                let first = analyzer.words(in: suggestion.text).prefix(words.count)
                // Everything that was not typed is highlighted: the rest, and the spaces between words.
                let parts = suggestion.highlighted.parts
                guard first.count == words.count, let unfinished = words.last,
                    zip(first, words.dropLast()).allSatisfy({ $0 == $1 }),
                    first.last?.utf8.starts(with: unfinished.utf8) == true,
                    let last = parts.last, last.isHighlighted,
                    parts.dropLast().allSatisfy({ !$0.isHighlighted || $0.text.allSatisfy(\.isWhitespace) })
                else { continue }
                typed = list.text
                rest = last.text
                if typed.last?.isWhitespace == true { rest = String(rest.drop(while: \.isWhitespace)) }
                text = suggestion.text
                return
            }
            return nil
        }
    }

    mutating func show(_ list: SuggestionList) { completion = Completion(list) }

    /// The completion, if it matches the text in the field and the cursor is at its end.
    var offered: Completion? {
        guard let completion, completion.typed == line.text, line.after.isEmpty else {
            return nil
        }
        return completion
    }
}

extension Browser {
    private static let matchLook = Look.plain.with {
        $0.isBold = true
        $0.isUnderlined = true
    }

    /// Draws the books with title and year and, if there is room, the author and other matches below.
    func putResults(on frame: inout Frame, _ layout: BrowserLayout) {
        guard !layout.results.isEmpty else { return }
        if search.count == 0 { return putNothing(on: &frame, layout) }
        for (place, index) in visibleRange.enumerated() {
            let row = layout.body.lowerBound + place * layout.linesPerResult
            let isSelected = index == selected
            if isSelected {
                let look = pane == .results ? Look.accent : .dim
                for line in 0..<layout.linesPerResult {
                    frame.put(StyledText("▌", look), column: 0, row: row + line)
                }
            }
            if let book = search.row(at: index) {
                put(book, isSelected: isSelected, row: row, on: &frame, layout)
            } else {
                frame.put(StyledText("…", .dim), column: 2, row: row)
            }
            guard search.isStale else { continue }
            for line in 0..<layout.linesPerResult {
                frame.restyle(row: row + line, columns: layout.results) { $0.isDim = true }
            }
        }
    }

    private func put(
        _ book: ShownSearch.Row, isSelected: Bool, row: Int, on frame: inout Frame, _ layout: BrowserLayout
    ) {
        let width = layout.results.count - 3
        let year = DisplayWidth.of(book.year)
        let room = width - year - (year > 0 ? 2 : 0)
        let plain = isSelected ? Look.bold : .plain
        var title = StyledText(book.title, plain, highlights: Self.matchLook)
        let authors = StyledText(book.authors, .dim, highlights: Self.matchLook.with { $0.isDim = true })
        if layout.linesPerResult == 1, !book.authors.isEmpty { title = title + StyledText("  ") + authors }
        frame.put(title.truncated(to: room), column: 2, row: row)
        if room > 0 { frame.put(StyledText(book.year, .dim), column: 2 + width - year, row: row) }
        guard layout.linesPerResult > 1 else { return }
        var below = authors
        if !book.below.isEmpty {
            if !below.isEmpty { below.append("  ·  ", .dim) }
            below.append(StyledText(book.below, .dim, highlights: Self.matchLook.with { $0.isDim = true }))
        }
        frame.put(below.truncated(to: width), column: 2, row: row + 1)
    }

    private func putNothing(on frame: inout Frame, _ layout: BrowserLayout) {
        guard search.total != nil else { return }
        var lines = ["No books."]
        if !line.text.isEmpty { lines.append("Every word must stand in a title or a name.") }
        if search.hasRefinements { lines.append("^X forgets what was chosen from the facets.") }
        for (index, line) in lines.enumerated() {
            let text = StyledText(line, index == 0 ? .plain : .dim)
            frame.put(
                text.truncated(to: layout.results.count - 3), column: 2, row: layout.body.lowerBound + index)
        }
    }
}
