import BookshopContent
import Quire
import QuireTerminal

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
                    modern.grouped(by: \.form).sort(by: .count, .descending).limit(5),
                    .count, .average(\.averageRating), .min(\.year))
            }
            """#,
        { content in
            let modern = Books.query().where(\.year >= 1900).fallback(.clientSide(maxScanned: 5_000))
            return try await content.aggregate(
                modern.grouped(by: \.form).sort(by: .count, .descending).limit(5),
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
