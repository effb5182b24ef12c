import BookshopContent
import Quire
import QuireTerminal

/// Books that a search has found, with what was found in them.
struct FoundBooks {
    let page: Page<Book>
    /// Whether found parts stand between marks, for output without style.
    var hasMarks = false

    func table() -> Table {
        BookTable.table(of: page, title: { cell(title(of: $0)) }, authors: { cell(authors(of: $0)) })
    }

    private func cell(_ cell: Cell) -> Cell { hasMarks ? cell.marked("«", "»") : cell }

    /// The title; in parentheses the original one where it is in another script, and titles that say what else was found.
    private func title(of book: Book) -> Cell {
        let titles = [book.originalTitle].compactMap(\.self) + (book.titles?.texts.values.sorted() ?? [])
        return found(BookTable.title(of: book), or: titles, shown: shown(book))
    }

    /// The authors' names; in parentheses other names of theirs that say what else was found.
    private func authors(of book: Book) -> Cell {
        let names = Cell(book.authorNames.map { Cell(page.highlight($0)) }, separator: ", ")
        return names + also(book.authorAliases, shown: shown(book))
    }

    private func found(_ text: String, or others: [String], shown: Set<String>) -> Cell {
        Cell(page.highlight(text)) + also(others, shown: shown)
    }

    /// What is in the row anyway: the words found there need no other explanation.
    private func shown(_ book: Book) -> Set<String> {
        ([BookTable.title(of: book)] + book.authorNames).reduce(into: []) { $0.formUnion(words(found: $1)) }
    }

    /// ` (Jerome David Salinger)`: those of the texts in which words were found that stand nowhere before.
    private func also(_ texts: [String], shown: Set<String>) -> Cell {
        var known = shown
        var cells: [Cell] = []
        for text in texts {
            let words = words(found: text)
            guard !words.isSubset(of: known) else { continue }
            known.formUnion(words)
            cells.append(Cell(page.highlight(text)))
        }
        guard !cells.isEmpty else { return Cell("") }
        return Cell([Cell(" ("), Cell(cells, separator: ", "), Cell(")")], separator: "")
    }

    /// The words of a text that were found.
    private func words(found text: String) -> Set<String> {
        let highlighted = page.highlight(text)
        return highlighted.ranges.reduce(into: []) {
            $0.formUnion(TextAnalyzer().words(in: String(text[$1])))
        }
    }
}
