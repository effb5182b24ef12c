import QuireTerminal

extension Browser {
    private static let found = Look.plain.with {
        $0.isBold = true
        $0.isUnderlined = true
    }

    /// Draws the books with title and year and, if there is room, the author and other matches below.
    func putResults(on frame: inout Frame, _ layout: BrowserLayout) {
        guard !layout.results.isEmpty else { return }
        if search.count == 0 { return putNothing(on: &frame, layout) }
        for (place, index) in shown.enumerated() {
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
        var title = StyledText(book.title, plain, found: Self.found)
        let authors = StyledText(book.authors, .dim, found: Self.found.with { $0.isDim = true })
        if layout.linesPerResult == 1, !book.authors.isEmpty { title = title + StyledText("  ") + authors }
        frame.put(title.truncated(to: room), column: 2, row: row)
        if room > 0 { frame.put(StyledText(book.year, .dim), column: 2 + width - year, row: row) }
        guard layout.linesPerResult > 1 else { return }
        var below = authors
        if !book.below.isEmpty {
            if !below.isEmpty { below.append("  ·  ", .dim) }
            below.append(StyledText(book.below, .dim, found: Self.found.with { $0.isDim = true }))
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
