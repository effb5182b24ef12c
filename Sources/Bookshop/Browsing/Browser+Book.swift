import QuireTerminal

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
