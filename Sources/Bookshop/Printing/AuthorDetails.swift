import BookshopContent
import Quire

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
