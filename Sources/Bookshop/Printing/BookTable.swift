import BookshopContent
import Quire
import QuireTerminal

/// Books in columns.
enum BookTable {
    static func table(of books: some Sequence<Book>) -> Table {
        table(
            of: books, title: { TableCell(title(of: $0)) },
            authors: { TableCell($0.authorNames.joined(separator: ", ")) })
    }

    /// The same with different titles and author names.
    static func table(
        of books: some Sequence<Book>, title: (Book) -> TableCell, authors: (Book) -> TableCell
    ) -> Table {
        var table = Table([
            .right("Year"), .left("Title", least: 16), .left("Authors", least: 10),
            .left("Language", least: 7, isOptional: true),
            .left("Genre", least: 8, isOptional: true), .right("Rating"), .whole("Id"),
        ])
        for book in books {
            table.add([
                TableCell(year(book.year)), title(book), authors(book),
                TableCell(book.language.map(LanguageNames.name(of:)) ?? ""),
                TableCell(book.genre?.rawValue ?? ""),
                TableCell(rating(book.averageRating)), TableCell(book.id.rawValue),
            ])
        }
        return table.withoutEmptyColumns()
    }

    /// The title, and the original title if it is in another script.
    static func title(of book: Book) -> String {
        guard let original = book.originalTitle, original != book.title, !isLatin(original) else {
            return book.title
        }
        return "\(book.title) (\(original))"
    }

    /// `1954`, `750 BCE`.
    static func year(_ year: Int?) -> String {
        guard let year else { return "" }
        return year < 0 ? "\(-year) BCE" : String(year)
    }

    static func rating(_ rating: Double?) -> String {
        rating.map { Text.number($0, places: 2) } ?? ""
    }

    private static func isLatin(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            !$0.properties.isAlphabetic || $0.value < 0x0250 || (0x1E00..<0x1F00) ~= $0.value
        }
    }
}
