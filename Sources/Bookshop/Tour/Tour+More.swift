import BookshopContent
import Foundation
import Quire
import QuireTerminal

extension Tour {
    static let more: [TourStep] = [anonymous, shelves, dubliners, inJapanese, firstDays, newest, samples]

    private static let anonymous = TourStep(
        "Without a known author",
        swift: #"""
            Books.query()
                .filter { $0.authors.isNull }
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .filter { $0.authors.isNull }
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book", table: BookTable.table)

    private static let shelves = TourStep(
        "Science fiction with its subcategories, by a prefix of the path",
        swift: #"""
            Books.query()
                .where(\.category, hasPrefix: "Fiction > Science fiction")
                .where(\.year >= 1984)
                .sort(by: \.year)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.category, hasPrefix: "Fiction > Science fiction")
            .where(\.year >= 1984)
            .sort(by: \.year)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book"
    ) { page in
        var table = Table([.right("Year"), .left("Title", least: 20), .left("Shelf", least: 20)])
        for book in page { table.add([BookTable.year(book.year), book.title, book.category ?? ""]) }
        return table
    }

    private static let dubliners = TourStep(
        "Authors born within fifty kilometres of Dublin",
        swift: #"""
            Authors.query()
                .filter { $0.location.near(latitude: 53.35, longitude: -6.26, within: 50_000) }
                .sort(by: \.birthYear)
                .sort(by: \.name)
                .page(1, size: 8)
            """#,
        Authors.query()
            .filter { $0.location.near(latitude: 53.35, longitude: -6.26, within: 50_000) }
            .sort(by: \.birthYear)
            .sort(by: \.name)
            .page(1, size: 8),
        noun: "author", table: AuthorTable.table)

    private static let inJapanese = TourStep(
        "Titles for readers of Japanese",
        swift: #"""
            Books.query()
                .filter {
                    $0.titles.isNotNull
                    $0.language != .japanese
                }
                .sort(by: \.year, .descending)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .filter {
                $0.titles.isNotNull
                $0.language != .japanese
            }
            .sort(by: \.year, .descending)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book"
    ) { page in
        var table = Table([
            .right("Year"), .left("Title", least: 20), .left("In Japanese, or in English", least: 20),
        ])
        for book in page {
            let title = book.titles?.text(for: "ja", fallbacks: ["en"])
            table.add([BookTable.year(book.year), book.title, title ?? ""])
        }
        return table
    }

    /// 1922-01-01 in UTC.
    private static let startOf1922 = Date(timeIntervalSince1970: -1_514_764_800)
    /// 1930-01-01 in UTC.
    private static let startOf1930 = Date(timeIntervalSince1970: -1_262_304_000)

    private static let firstDays = TourStep(
        "Release dates of books from the 1920s",
        swift: #"""
            Books.query()
                .where(\.released >= startOf1922, \.released < startOf1930)
                .sort(by: \.released)
                .sort(by: \.title)
                .page(1, size: 8)
            """#,
        Books.query()
            .where(\.released >= startOf1922, \.released < startOf1930)
            .sort(by: \.released)
            .sort(by: \.title)
            .page(1, size: 8),
        noun: "book"
    ) { page in
        var table = Table([.left("Day", least: 10), .left("Title", least: 20), .left("Authors", least: 12)])
        for book in page {
            table.add([
                book.released.map(Text.day) ?? "", book.title, book.authorNames.joined(separator: ", "),
            ])
        }
        return table
    }

    private static let newest = TourStep(
        "The newest books by publication date: metadata, not a field",
        swift: #"""
            Books.query()
                .published()
                .sort(by: \.publishedAt, .descending)
                .sort(by: \.title)
                .page(1, size: 5)
            """#,
        Books.query()
            .published()
            .sort(by: \.publishedAt, .descending)
            .sort(by: \.title)
            .page(1, size: 5),
        noun: "book"
    ) { page in
        var table = Table([
            .left("Published", least: 10), .left("Title", least: 20), .whole("Id"),
        ])
        for book in page {
            table.add([book.metadata.publishedAt.map(Text.day) ?? "", book.title, book.id.rawValue])
        }
        return table
    }

    private static let samples = TourStep(
        "Negative reviews with their books",
        swift: #"""
            Reviews.query()
                .where(\.recommended == false, \.sample == true)
                .include(\.book)
                .sort(by: \.rating)
                .sort(by: \.reviewedAt, .descending)
                .page(1, size: 6)
            """#,
        Reviews.query()
            .where(\.recommended == false, \.sample == true)
            .include(\.book)
            .sort(by: \.rating)
            .sort(by: \.reviewedAt, .descending)
            .page(1, size: 6),
        noun: "review"
    ) { page in
        var table = Table([
            .left("Book", least: 20), .right("Rating"), .left("Sample review", least: 20),
            .left("By", least: 6),
        ])
        for review in page {
            table.add([
                review.book.item?.title ?? review.book.id.rawValue, String(review.rating), review.title ?? "",
                review.reviewer,
            ])
        }
        return table
    }
}

/// A step of the tour: a question, the query in Swift, and its rows.
struct TourStep: Sendable {
    let title: String
    /// The source code of the query.
    let swift: String
    /// The untyped request.
    let request: SearchRequest
    /// Runs the query and returns a table of its rows.
    let table: @Sendable (Session) async throws -> (table: Table, summary: String)

    /// A step whose query fetches items.
    init<Module>(
        _ title: String, swift: String, _ query: Query<Module>, noun: String,
        table: @escaping @Sendable (Page<Content<Module>>) -> Table
    ) {
        self.title = title
        self.swift = swift
        request = query.request
        self.table = { session in
            let page = try await session.fetch(query)
            return (table(page), try await session.summary(of: page, query, noun: noun))
        }
    }

    /// A step that calls the client.
    ///
    /// - Parameters:
    ///   - request: The main request of the call, to explain it.
    ///   - table: Returns a table of the result, and the number of its parts for the summary.
    init<Result>(
        _ title: String, swift: String, _ call: @escaping @Sendable (ContentClient) async throws -> Result,
        noun: String, request: SearchRequest,
        table: @escaping @Sendable (Result) -> (table: Table, count: Int)
    ) {
        self.title = title
        self.swift = swift
        self.request = request
        self.table = { session in
            let (table, count) = table(try await call(session.content))
            return (table, Text.count(count, noun))
        }
    }

    /// A step whose query fetches rows of some fields.
    init<Module, Row>(
        _ title: String, swift: String, _ selection: Selection<Module, Row>, noun: String,
        table: @escaping @Sendable (Page<Row>) -> Table
    ) {
        self.title = title
        self.swift = swift
        request = selection.request
        self.table = { session in
            let page = try await session.fetch(selection)
            return (table(page), Session.summary(of: page.pageInfo, count: page.count, noun: noun))
        }
    }
}
