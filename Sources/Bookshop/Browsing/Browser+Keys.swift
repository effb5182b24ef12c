import Quire
import QuireTerminal

extension Browser {
    /// Handles a key.
    mutating func handle(_ key: Key) -> [Action] {
        switch key {
        case .control("c"), .control("d"): return [.leave]
        case .control("z"): return [.suspend]
        default: break
        }
        if book != nil { return handleInBook(key) }
        if let valueSearch { return handle(key, in: valueSearch) }
        switch key {
        case .escape: return [.leave]
        case .tab, .backTab: return switchPane()
        case .control("r"): return [.retry]
        case .control("p"): return recall(older: true)
        case .control("n"): return recall(older: false)
        case .control("y"): return search.meant.map { replace(with: $0) } ?? []
        case .control("x"): return search.hasRefinements ? [.clearFacets] : []
        case .control("s"):
            order = order.next
            return [.order(order)]
        case .control("e"), .control("f"):
            if let offered { return replace(with: offered.text) }
        case .text("/") where pane == .facets: return beginValueSearch()
        default: break
        }
        let text = line.text
        if line.handle(key) {
            guard line.text != text else { return [] }
            recalled = nil
            return [.type(line.text)]
        }
        return pane == .facets ? handleInFacets(key) : handleInResults(key)
    }

    /// Puts an earlier search into the field, or the original text.
    private mutating func recall(older: Bool) -> [Action] {
        let typed = recalled?.typed ?? line.text
        var place = (recalled?.place ?? -1) + (older ? 1 : -1)
        // Skip entries that equal the current text.
        while older, history.indices.contains(place), history[place] == line.text { place += 1 }
        guard place < history.count, recalled != nil || older else { return [] }
        let actions = replace(with: place < 0 ? typed : history[place])
        recalled = place < 0 ? nil : Recalled(place: place, typed: typed)
        return actions
    }

    private mutating func replace(with text: String) -> [Action] {
        line = EditedLine(text)
        recalled = nil
        return [.type(line.text), .submit]
    }

    private mutating func switchPane() -> [Action] {
        if pane == .facets || !entries.isEmpty { pane = pane == .facets ? .results : .facets }
        return seeing
    }

    private mutating func handleInResults(_ key: Key) -> [Action] {
        let before = visibleRange
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
        return visibleRange == before ? [] : seeing
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

    /// The indexes of the facets' first values.
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
