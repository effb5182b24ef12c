import QuireTerminal

extension Browser {
    private enum FacetLine {
        case title(String)
        case entry(ShownSearch.Entry, place: Int)
        /// A number of further values, which are shown when the selection reaches them.
        case more(Int)
        case space
    }

    /// Draws the facets one below the other, each with its first values. The facet with the selection shows all values.
    func putFacets(on frame: inout Frame, _ layout: BrowserLayout) {
        guard !layout.facets.isEmpty else { return }
        let selected = pane == .facets ? facetIndex : nil
        let lines = facetLines(selected: selected, rows: layout.body.count)
        let line = lines.firstIndex {
            if case .entry(_, let place) = $0 { place == selected } else { false }
        }
        let top = max(0, min((line ?? 0) - layout.body.count / 2, lines.count - layout.body.count))
        for (row, line) in zip(layout.body, lines[min(top, lines.count)...]) {
            put(line, selected: selected, row: row, on: &frame, columns: layout.facets)
        }
    }

    private func facetLines(selected: Int?, rows: Int) -> [FacetLine] {
        let facets = search.facets.filter { !$0.entries.isEmpty }
        let rowCounts = Self.shown(facets.map(\.entries.count), rows: rows)
        var lines: [FacetLine] = []
        var place = 0
        for (number, facet) in facets.enumerated() {
            let places = place..<place + facet.entries.count
            let isOpen = selected.map(places.contains) ?? false
            if !lines.isEmpty { lines.append(.space) }
            lines.append(.title(facet.title))
            var hidden = 0
            for (index, entry) in facet.entries.enumerated() {
                if isOpen || index < rowCounts[number] || entry.isRefined {
                    lines.append(.entry(entry, place: place + index))
                } else {
                    hidden += 1
                }
            }
            if hidden > 0 { lines.append(.more(hidden)) }
            place = places.upperBound
        }
        return lines
    }

    /// The number of values to show for each facet: distributed evenly, passing unused rows to the others, with at
    /// least two for each.
    private static func shown(_ counts: [Int], rows: Int) -> [Int] {
        var rowCounts = counts.map { min(2, $0) }
        // A title for each, and an empty line between them.
        let room = rows - 2 * counts.count + 1
        func used() -> Int { zip(rowCounts, counts).reduce(0) { $0 + $1.0 + ($1.0 < $1.1 ? 1 : 0) } }
        while let least = rowCounts.indices.filter({ rowCounts[$0] < counts[$0] }).min(by: {
            rowCounts[$0] < rowCounts[$1]
        }) {
            rowCounts[least] += 1
            // The last value replaces the line with the number of further values.
            if used() > room {
                rowCounts[least] -= 1
                break
            }
        }
        return rowCounts
    }

    private func put(
        _ line: FacetLine, selected: Int?, row: Int, on frame: inout Frame, columns: Range<Int>
    ) {
        let start = columns.lowerBound
        switch line {
        case .space: return
        case .title(let title):
            frame.put(StyledText(title, .bold).truncated(to: columns.count - 2), column: start + 1, row: row)
        case .more(let count):
            let text = StyledText("and \(count) more", .dim)
            frame.put(text.truncated(to: columns.count - 4), column: start + 3, row: row)
        case .entry(let entry, let place):
            put(entry, isSelected: place == selected, row: row, on: &frame, columns)
            guard search.isStale else { return }
            frame.restyle(row: row, columns: columns) { $0.isDim = true }
        }
    }

    func put(
        _ entry: ShownSearch.Entry, isSelected: Bool, row: Int, on frame: inout Frame, _ columns: Range<Int>
    ) {
        let start = columns.lowerBound
        if isSelected { frame.put(StyledText("▌", .accent), column: start, row: row) }
        let count = Text.count(entry.count)
        let look = Look.plain.with {
            $0.isBold = isSelected || entry.isRefined
            $0.isDim = entry.count == 0 && !entry.isRefined
            $0.colour = entry.isRefined ? .cyan : nil
        }
        let indent = 3 + 2 * entry.level
        let room = columns.count - count.count - indent - 3
        frame.put(StyledText(entry.isRefined ? "✓" : " ", look), column: start + 1, row: row)
        frame.put(
            StyledText(entry.value.label, look).truncated(to: room), column: start + indent, row: row)
        frame.put(
            StyledText(count, entry.isRefined ? look : .dim),
            column: start + columns.count - count.count - 1,
            row: row)
    }
}
