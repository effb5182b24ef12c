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
