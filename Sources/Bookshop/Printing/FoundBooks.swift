import BookshopContent
import Quire
import QuireTerminal

/// The books in a search result, with highlights.
struct FoundBooks {
    let page: Page<Book>
    /// Whether to mark highlights, for output without styles.
    var hasMarks = false

    func table() -> Table {
        BookTable.table(of: page, title: { cell(title(of: $0)) }, authors: { cell(authors(of: $0)) })
    }

    private func cell(_ cell: TableCell) -> TableCell { hasMarks ? cell.marked("«", "»") : cell }

    /// The title, followed in parentheses by the original title if it is in another script, and by titles with other
    /// matches.
    private func title(of book: Book) -> TableCell {
        let titles = [book.originalTitle].compactMap(\.self) + (book.titles?.texts.values.sorted() ?? [])
        return found(BookTable.title(of: book), or: titles, visibleWords: shown(book))
    }

    /// The authors' names, followed in parentheses by other names with matches.
    private func authors(of book: Book) -> TableCell {
        let names = TableCell(book.authorNames.map { TableCell(page.highlight($0)) }, separator: ", ")
        return names + also(book.authorAliases, visibleWords: shown(book))
    }

    private func found(_ text: String, or others: [String], visibleWords: Set<String>) -> TableCell {
        TableCell(page.highlight(text)) + also(others, visibleWords: visibleWords)
    }

    /// The matched words that the row shows anyway.
    private func shown(_ book: Book) -> Set<String> {
        ([BookTable.title(of: book)] + book.authorNames).reduce(into: []) { $0.formUnion(words(found: $1)) }
    }

    /// ` (Jerome David Salinger)`: the texts that contain matched words which the row does not show yet.
    private func also(_ texts: [String], visibleWords: Set<String>) -> TableCell {
        var seenWords = visibleWords
        var cells: [TableCell] = []
        for text in texts {
            let words = words(found: text)
            guard !words.isSubset(of: seenWords) else { continue }
            seenWords.formUnion(words)
            cells.append(TableCell(page.highlight(text)))
        }
        guard !cells.isEmpty else { return TableCell("") }
        return TableCell([TableCell(" ("), TableCell(cells, separator: ", "), TableCell(")")], separator: "")
    }

    /// The matched words of a text.
    private func words(found text: String) -> Set<String> {
        let highlighted = page.highlight(text)
        return highlighted.ranges.reduce(into: []) {
            $0.formUnion(TextAnalyzer().words(in: String(text[$1])))
        }
    }
}
