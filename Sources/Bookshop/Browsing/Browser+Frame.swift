import QuireTerminal

extension Browser {
    /// Draws the screen.
    func frame() -> Frame {
        var frame = Frame(size)
        let layout = layout
        guard !layout.isTooSmall else {
            let least = BrowserLayout.least
            let lines = ["Too small:", "\(least.columns)×\(least.rows) is the least.", "^C leaves."]
            for (row, line) in lines.enumerated() {
                frame.put(StyledText(line, .warning).truncated(to: size.columns), column: 0, row: row)
            }
            return frame
        }
        putField(on: &frame)
        if book == nil {
            putRule(on: &frame, layout)
            putResults(on: &frame, layout)
            if let valueSearch {
                putValues(valueSearch, on: &frame, layout)
            } else {
                putFacets(on: &frame, layout)
            }
        } else {
            frame.put(rule(size.columns), column: 0, row: 1)
            putBook(on: &frame)
        }
        if let note = layout.note, let line = noteLine {
            let text = StyledText(" " + line.text, line.isFailure ? .failure : .warning)
            frame.put(text.truncated(to: size.columns), column: 0, row: note)
        }
        putStatus(on: &frame, row: layout.status)
        frame.put(help.truncated(to: size.columns), column: 0, row: layout.help)
        return frame
    }

    private func putField(on frame: inout Frame) {
        let title = valueSearch?.facet.title ?? "Search"
        let line = valueSearch?.line ?? line
        let prompt = StyledText(" \(title)  ", Look.accent.with { $0.isBold = true })
        frame.put(prompt, column: 0, row: 0)
        let room = size.columns - prompt.width - 1
        let view = line.visible(width: room)
        if line.text.isEmpty {
            let hint = valueSearch == nil ? "words of titles and names" : "words of it"
            frame.put(StyledText(hint, .dim), column: prompt.width, row: 0, width: room)
        } else {
            frame.put(StyledText(view.text), column: prompt.width, row: 0)
            if valueSearch == nil, let offered {
                let rest = StyledText(offered.rest, .dim).truncated(to: room - view.cursor)
                frame.put(rest, column: prompt.width + view.cursor, row: 0)
            }
        }
        if book == nil { frame.cursor = .init(column: prompt.width + view.cursor, row: 0) }
    }

    private func rule(_ width: Int) -> StyledText { StyledText(String(repeating: "─", count: width), .dim) }

    private func putRule(on frame: inout Frame, _ layout: BrowserLayout) {
        frame.put(rule(size.columns), column: 0, row: 1)
        guard layout.hasBoth else { return }
        frame.put(StyledText("┬", .dim), column: layout.results.upperBound, row: 1)
        for row in layout.body {
            frame.put(StyledText("│", .dim), column: layout.results.upperBound, row: row)
        }
    }

    private func putStatus(on frame: inout Frame, row: Int) {
        var parts: [String] = []
        let books = Text.count(search.count, "book")
        if search.total == nil, search.rows.isEmpty {
            parts = search.isPending || search.failure != nil ? [] : ["nothing searched yet"]
        } else if search.count == 0 {
            parts = ["no books"]
        } else if pages == 1 {
            parts = [books]
        } else {
            parts = [books, "page \(page) of \(pages)"]
        }
        if let milliseconds = search.milliseconds { parts.append("\(milliseconds) ms") }
        let mark = StyledText(search.isPending ? "searching… " : "", .accent)
        let text = StyledText(" " + parts.joined(separator: " · "), .dim)
        frame.put(text.truncated(to: size.columns - mark.width), column: 0, row: row)
        frame.put(mark, column: size.columns - mark.width, row: row)
    }

    private var help: StyledText {
        var keys: [(String, String)]
        if book != nil {
            keys = [("↑↓", "scroll"), ("Esc", "back"), ("^C", "leave")]
        } else if valueSearch != nil {
            keys = [("Enter", "choose"), ("↑↓", "select"), ("Esc", "back"), ("^C", "leave")]
        } else if pane == .facets {
            keys = [("Enter", "choose"), ("Tab", "results"), ("↑↓", "select"), ("←→", "facet")]
            if search.hasRefinements { keys.append(("^X", "clear")) }
            keys += [("/", "find a value"), ("Esc", "leave")]
        } else {
            keys = [("↑↓", "select"), ("←→", "page"), ("Enter", "open")]
            if offered != nil { keys.insert(("^E", "complete"), at: 0) }
            if !entries.isEmpty { keys.append(("Tab", "facets")) }
            keys += [("^S", "order: \(order.rawValue)"), ("Esc", "leave")]
            if !history.isEmpty { keys.append(("^P", "earlier searches")) }
        }
        var text = StyledText(" ")
        for (index, (key, meaning)) in keys.enumerated() {
            if index > 0 { text.append("  ") }
            text.append(key, .accent)
            text.append(" \(meaning)", .dim)
        }
        return text
    }
}
