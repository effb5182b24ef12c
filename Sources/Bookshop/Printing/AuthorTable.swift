import BookshopContent
import Quire
import QuireTerminal

/// Authors in columns.
enum AuthorTable {
    static func table(of authors: some Sequence<Author>) -> Table {
        var table = Table([
            .left("Name", least: 16), .right("Born"), .right("Died"),
            .left("Country", least: 8, isOptional: true),
            .left("Birthplace", least: 8, isOptional: true), .left("Languages", least: 8, isOptional: true),
            .right("Books"),
            .whole("Id"),
        ])
        for author in authors {
            table.add([
                name(of: author), BookTable.year(author.birthYear), BookTable.year(author.deathYear),
                author.country ?? "", author.birthplace ?? "",
                author.languages.map(LanguageNames.name(of:)).joined(separator: ", "),
                author.books.map(String.init) ?? "", author.id.rawValue,
            ])
        }
        return table.withoutEmptyColumns()
    }

    /// The name, and the name in the author's own script.
    static func name(of author: Author) -> String {
        author.nativeName.map { "\(author.name) (\($0))" } ?? author.name
    }
}

/// The details of an author, one line each.
enum AuthorDetails {
    static func lines(of author: Author) -> [Detail] {
        [
            Detail("In their script", author.nativeName),
            Detail("Also known as", author.pseudonyms.joined(separator: ", ")),
            Detail("Born", born(author)),
            Detail("Died", author.deathYear.map { BookTable.year($0) }),
            Detail("Country", author.country),
            Detail("Languages", author.languages.map(LanguageNames.name(of:)).joined(separator: ", ")),
            Detail("Read on", author.website?.rawValue),
            Detail("Id", author.id.rawValue),
        ]
        .compactMap { $0 }
    }

    private static func born(_ author: Author) -> String? {
        let parts = [author.birthYear.map { BookTable.year($0) }, author.birthplace].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
