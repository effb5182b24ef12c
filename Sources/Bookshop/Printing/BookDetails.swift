import BookshopContent
import Quire
import QuireTerminal

/// The details of a book, one line each.
enum BookDetails {
    static func lines(of book: Book) -> [Detail] {
        [
            Detail("Original title", book.originalTitle),
            Detail("Titles", book.titles.map(titles)),
            Detail(
                "Authors", book.authors.isEmpty ? book.authorNames.joined(separator: ", ") : authors(of: book)
            ),
            Detail("Published", published(book)),
            Detail("Language", book.language.map(LanguageNames.name(of:))),
            Detail("Shelf", book.category ?? book.genre?.rawValue),
            Detail("Form", book.form?.rawValue),
            Detail("Themes", book.themes.map(\.rawValue).joined(separator: ", ")),
            Detail("Series", book.series.map(series)),
            Detail("ISBN", book.isbn?.rawValue),
            Detail("Rating", rating(of: book)),
            Detail("Editions", book.editions.map(Text.count)),
            Detail("Note", book.note),
            Detail("Cover", book.cover?.rawValue),
            Detail("Text", book.fullText?.rawValue),
            Detail("Id", book.id.rawValue),
        ]
        .compactMap { $0 }
    }

    private static func authors(of book: Book) -> String {
        zip(book.authors, book.authorNames + Array(repeating: "", count: book.authors.count)).map {
            relation, name in
            guard let author = relation.item else { return name.isEmpty ? relation.id.rawValue : name }
            let years = [author.birthYear, author.deathYear]
            guard years.contains(where: { $0 != nil }) else { return author.name }
            return "\(author.name) (\(years.map(BookTable.year).joined(separator: "–")))"
        }
        .joined(separator: ", ")
    }

    private static func published(_ book: Book) -> String? {
        guard let when = book.released.map(Text.day) ?? book.year.map({ BookTable.year($0) }) else {
            return nil
        }
        guard let publisher = book.publisher?.item else { return when }
        return "\(when), by \(publisher.name)\(publisher.city.map { ", \($0)" } ?? "")"
    }

    private static func titles(_ titles: LocalizedText) -> String {
        titles.texts.sorted { $0.key < $1.key }.map { "\($0.value) [\($0.key)]" }.joined(separator: ", ")
    }

    private static func series(_ series: Books.Series) -> String {
        guard let position = series.position else { return series.name }
        let place =
            position == position.rounded()
            ? Text.number(position, places: 0) : Text.number(position, places: 1)
        return "\(series.name), \(place)"
    }

    private static func rating(of book: Book) -> String? {
        guard let rating = book.averageRating else { return nil }
        guard let count = book.ratingsCount else { return BookTable.rating(rating) }
        return "\(BookTable.rating(rating)) of 5, by \(Text.count(count, "reader"))"
    }
}

/// A label and its value. `nil` if there is no value.
struct Detail: Equatable, Sendable {
    var label: String
    var text: String

    init?(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.label = label
        self.text = PlainText.oneLine(text)
    }
}

/// Formats reviews, one per line. Samples are marked.
enum ReviewLines {
    static func lines(of reviews: some Sequence<Review>) -> [Detail] {
        reviews.compactMap { review in
            let text = [review.title, review.body].compactMap { $0 }.joined(separator: ": ")
            let mark = review.sample == true ? " (sample)" : ""
            return Detail(
                "\(review.rating) of 5", "\(text) \(review.reviewer), \(Text.day(review.reviewedAt))\(mark)")
        }
    }
}
