import QuireTerminal

extension Browser {
    /// What a key does.
    mutating func handle(_ key: Key) -> [Action] {
        switch key {
        case .control("c"), .control("d"): return [.leave]
        case .control("z"): return [.suspend]
        default: break
        }
        if book != nil { return handleInBook(key) }
        switch key {
        case .escape: return [.leave]
        case .tab, .backTab: return switchPane()
        case .control("r"): return [.retry]
        case .control("x"): return search.hasRefinements ? [.clearFacets] : []
        case .control("s"):
            order = order.next
            return [.order(order)]
        default: break
        }
        let text = line.text
        if line.handle(key) {
            return line.text.unicodeScalars.elementsEqual(text.unicodeScalars) ? [] : [.type(line.text)]
        }
        return pane == .facets ? handleInFacets(key) : handleInResults(key)
    }

    private mutating func switchPane() -> [Action] {
        if pane == .facets || !entries.isEmpty { pane = pane == .facets ? .results : .facets }
        return seeing
    }

    private mutating func handleInResults(_ key: Key) -> [Action] {
        let before = shown
        switch key {
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .left, .pageUp: select(top == 0 ? 0 : max(0, selected - layout.resultsShown))
        case .right, .pageDown: select(selected + layout.resultsShown)
        case .home: select(0)
        case .end: select(search.count - 1)
        case .enter:
            guard let row = search.row(at: selected) else { return [.submit] }
            book = ShownBook(id: row.id, title: row.title.text)
            return [.open(row.id)]
        default: return []
        }
        return shown == before ? [] : seeing
    }

    private mutating func select(_ place: Int) { selected = max(0, min(place, search.count - 1)) }

    private mutating func handleInFacets(_ key: Key) -> [Action] {
        guard let index = facetIndex else {
            pane = .results
            return seeing
        }
        let page = max(1, layout.body.count - 1)
        switch key {
        case .up: choose(index - 1)
        case .down: choose(index + 1)
        case .pageUp: choose(index - page)
        case .pageDown: choose(index + page)
        case .home: choose(0)
        case .end: choose(entries.count - 1)
        case .left: choose(beginnings.last { $0 < index } ?? 0)
        case .right: choose(beginnings.first { $0 > index } ?? entries.count - 1)
        case .enter: return [.toggle(entries[index].value)]
        default: break
        }
        return []
    }

    private mutating func choose(_ place: Int) {
        let entries = entries
        facetPlace = max(0, min(place, entries.count - 1))
        facet = entries[facetPlace].value
    }

    /// The places of the facets' first values.
    private var beginnings: [Int] {
        var places: [Int] = []
        var next = 0
        for facet in search.facets where !facet.entries.isEmpty {
            places.append(next)
            next += facet.entries.count
        }
        return places
    }

    private mutating func handleInBook(_ key: Key) -> [Action] {
        let page = max(1, layout.body.count - 1)
        switch key {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown, .text(" "): scroll(by: page)
        case .home: book?.scrolled = 0
        case .end: scroll(by: bookLines.count)
        case .escape, .enter, .left, .backspace, .tab: book = nil
        default: break
        }
        return []
    }

    private mutating func scroll(by lines: Int) {
        guard let scrolled = book?.scrolled else { return }
        let last = max(0, bookLines.count - bookRows.count)
        book?.scrolled = max(0, min(scrolled + lines, last))
    }
}
