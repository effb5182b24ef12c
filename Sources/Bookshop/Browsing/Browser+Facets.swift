import QuireTerminal

extension Browser {
    private enum FacetLine {
        case title(String)
        case entry(ShownSearch.Entry, place: Int)
        case space
    }

    /// Facets one below the other, around the selected value where not all fit.
    func putFacets(on frame: inout Frame, _ layout: BrowserLayout) {
        guard !layout.facets.isEmpty else { return }
        var lines: [FacetLine] = []
        var place = 0
        for facet in search.facets where !facet.entries.isEmpty {
            if !lines.isEmpty { lines.append(.space) }
            lines.append(.title(facet.title))
            for entry in facet.entries {
                lines.append(.entry(entry, place: place))
                place += 1
            }
        }
        let selected = facetIndex
        let line = lines.firstIndex {
            if case .entry(_, let place) = $0 { place == selected } else { false }
        }
        let top = max(0, min((line ?? 0) - layout.body.count / 2, lines.count - layout.body.count))
        for (row, line) in zip(layout.body, lines[min(top, lines.count)...]) {
            put(line, isSelected: pane == .facets, selected, row: row, on: &frame, layout.facets)
        }
    }

    private func put(
        _ line: FacetLine, isSelected isActive: Bool, _ selected: Int?, row: Int, on frame: inout Frame,
        _ columns: Range<Int>
    ) {
        let start = columns.lowerBound
        switch line {
        case .space: return
        case .title(let title):
            frame.put(StyledText(title, .bold).truncated(to: columns.count - 2), column: start + 1, row: row)
        case .entry(let entry, let place):
            let isSelected = isActive && place == selected
            if isSelected { frame.put(StyledText("▌", .accent), column: start, row: row) }
            let count = Text.count(entry.count)
            let look = Look.plain.with {
                $0.isBold = isSelected || entry.isRefined
                $0.isDim = entry.count == 0 && !entry.isRefined
                $0.colour = entry.isRefined ? .cyan : nil
            }
            let room = columns.count - count.count - 6
            frame.put(StyledText(entry.isRefined ? "✓" : " ", look), column: start + 1, row: row)
            frame.put(StyledText(entry.value.label, look).truncated(to: room), column: start + 3, row: row)
            frame.put(
                StyledText(count, entry.isRefined ? look : .dim),
                column: start + columns.count - count.count - 1,
                row: row)
            guard search.isStale else { return }
            frame.restyle(row: row, columns: columns) { $0.isDim = true }
        }
    }
}
