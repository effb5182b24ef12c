import BookshopContent
import Foundation
import Quire
import QuireTerminal

/// The steps of the tour. A test checks that the displayed Swift is the code that runs.
enum Tour {
    static let steps: [TourStep] =
        [fantasy, ancient, eastern, seaAndTravel, excellent, words, editors] + more + across

    private static let fantasy = TourStep(
        "Fantasy from before 1980",
        swift: #"""
            Books.query()
                .where(\.genre == .fantasy && \.year < 1980)
                .sort(by: \.year)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.genre == .fantasy && \.year < 1980)
            .sort(by: \.year)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let ancient = TourStep(
        "Books from before the common era, oldest first",
        swift: #"""
            Books.query()
                .where(\.year < 0)
                .sort(by: \.year)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.year < 0)
            .sort(by: \.year)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let eastern = TourStep(
        "Novels and stories in Japanese and Chinese, with several conditions",
        swift: #"""
            Books.query()
                .filter {
                    $0.language.in([.japanese, .chinese])
                    $0.year.between(1900...1970)
                    anyOf {
                        $0.form == .novel
                        $0.form == .shortStories
                    }
                }
                .sort(by: \.year)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .filter {
                $0.language.in([.japanese, .chinese])
                $0.year.between(1900...1970)
                anyOf {
                    $0.form == .novel
                    $0.form == .shortStories
                }
            }
            .sort(by: \.year)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let seaAndTravel = TourStep(
        "About the sea and travel, without children's books",
        swift: #"""
            Books.query()
                .filter {
                    $0.themes.containsAll([.sea, .travel])
                    !($0.genre == .children)
                }
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .filter {
                $0.themes.containsAll([.sea, .travel])
                !($0.genre == .children)
            }
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let excellent = TourStep(
        "The best rated, as tuples of three fields: (String, Double?, Int?)",
        swift: #"""
            Books.query()
                .where(\.averageRating >= 4.5, \.ratingsCount >= 2)
                .sort(by: \.averageRating, .descending)
                .sort(by: \.title)
                .page(1, size: 8)
                .select(\.title, \.averageRating, \.ratingsCount)
            """#,
        Books.query()
            .where(\.averageRating >= 4.5, \.ratingsCount >= 2)
            .sort(by: \.averageRating, .descending)
            .sort(by: \.title)
            .page(1, size: 8)
            .select(\.title, \.averageRating, \.ratingsCount),
        noun: "book"
    ) { page in
        var table = Table([.left("Title", least: 24), .right("Rating"), .right("Ratings")])
        for (title, rating, ratings) in page {
            table.add([title, BookTable.rating(rating), ratings.map { Text.count($0) } ?? ""])
        }
        return table
    }

    private static let words = TourStep(
        "Full-text search as you type: the best match first, found by an author's other name",
        swift: #"""
            Books.query()
                .search("jerome sal", mode: .allWords)
                .page(1, size: 8)
            """#,
        Books.query()
            .search("jerome sal", mode: .allWords)
            .page(1, size: 8),
        noun: "book"
    ) { page in
        FoundBooks(page: page).table()
    }

    private static let editors = TourStep(
        "First published in the 1960s, with included authors and publishers",
        swift: #"""
            Books.query()
                .where(\.publisher != nil, \.year >= 1960, \.year < 1970)
                .include(\.authors, \.publisher)
                .sort(by: \.year, .descending)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.publisher != nil, \.year >= 1960, \.year < 1970)
            .include(\.authors, \.publisher)
            .sort(by: \.year, .descending)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book"
    ) { page in
        var table = Table([
            .right("Year"), .left("Title", least: 20), .left("Author", least: 12), .left("Born in", least: 8),
            .left("Publisher", least: 12), .right("Founded"),
        ])
        for book in page {
            let author = book.authors.first?.item
            let publisher = book.publisher?.item
            table.add([
                BookTable.year(book.year), book.title, author?.name ?? "", author?.birthplace ?? "",
                publisher?.name ?? "", BookTable.year(publisher?.founded),
            ])
        }
        return table
    }
}

extension Tour {
    /// Conditions across relations, aggregates, and changes of all items of a query.
    static let across: [TourStep] = [fromLondon, perLanguage, perForm, undone]

    private static let fromLondon = TourStep(
        "Published in London, by an author born after 1900: conditions across relations",
        swift: #"""
            Books.query()
                .where(\.publisher.city == "London")
                .where(any: \.authors) { $0.birthYear >= 1900 }
                .sort(by: \.year)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.publisher.city == "London")
            .where(any: \.authors) { $0.birthYear >= 1900 }
            .sort(by: \.year)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let perLanguage = TourStep(
        "Books since 1900, counted by language",
        swift: #"""
            { content in
                let modern = Books.query().where(\.year >= 1900).fallback(.clientSide(maxScanned: 5_000))
                return try await content.count(modern, by: \.language)
            }
            """#,
        { content in
            let modern = Books.query().where(\.year >= 1900).fallback(.clientSide(maxScanned: 5_000))
            return try await content.count(modern, by: \.language)
        },
        noun: "language", request: Books.query().where(\.year >= 1900).request
    ) { rows in
        var table = Table([.left("Language", least: 10), .right("Books")])
        for (language, count) in rows.prefix(6) {
            table.add([language.map(LanguageNames.name(of:)) ?? "none", Text.count(count)])
        }
        return (table, rows.count)
    }

    private static let perForm = TourStep(
        "Their forms, with the number of books, the average rating and the first year",
        swift: #"""
            { content in
                let modern = Books.query().where(\.year >= 1900).fallback(.clientSide(maxScanned: 5_000))
                return try await content.aggregate(
                    modern.group(by: \.form).sort(by: .count, .descending).limit(5),
                    .count, .average(\.averageRating), .min(\.year))
            }
            """#,
        { content in
            let modern = Books.query().where(\.year >= 1900).fallback(.clientSide(maxScanned: 5_000))
            return try await content.aggregate(
                modern.group(by: \.form).sort(by: .count, .descending).limit(5),
                .count, .average(\.averageRating), .min(\.year))
        },
        noun: "form", request: Books.query().where(\.year >= 1900).request
    ) { rows in
        var table = Table([.left("Form", least: 8), .right("Books"), .right("Rating"), .right("First year")])
        for (form, count, rating, year) in rows {
            table.add([
                form?.rawValue ?? "none", Text.count(count), BookTable.rating(rating), BookTable.year(year),
            ])
        }
        return (table, rows.count)
    }

    private static let undone = TourStep(
        "A transaction that changes all ancient books, and then throws: nothing is written",
        swift: #"""
            { content -> [Int] in
                let fantasies = Books.query().where(\.genre == .fantasy)
                var counts = [try await content.count(fantasies)]
                do {
                    try await content.transaction { content in
                        try await content.update(Books.query().where(\.year < 0)) { $0.genre = .set(.fantasy) }
                        counts.append(try await content.count(fantasies))
                        throw CancellationError()
                    }
                } catch is CancellationError {}
                counts.append(try await content.count(fantasies))
                return counts
            }
            """#,
        { content -> [Int] in
            let fantasies = Books.query().where(\.genre == .fantasy)
            var counts = [try await content.count(fantasies)]
            do {
                try await content.transaction { content in
                    try await content.update(Books.query().where(\.year < 0)) { $0.genre = .set(.fantasy) }
                    counts.append(try await content.count(fantasies))
                    throw CancellationError()
                }
            } catch is CancellationError {}
            counts.append(try await content.count(fantasies))
            return counts
        },
        noun: "count", request: Books.query().where(\.genre == .fantasy).request
    ) { counts in
        var table = Table([.left("Fantasy books", least: 14), .right("Count")])
        for (name, count) in zip(["before", "in the transaction", "after"], counts) {
            table.add([name, Text.count(count)])
        }
        return (table, counts.count)
    }
}
