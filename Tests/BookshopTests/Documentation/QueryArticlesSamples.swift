#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireHALO
import QuireSync
import QuireStore

// The Swift code of the articles about queries, compiled. Change the article and this file together.

enum QueryOrganizationSamples {
    static func conditions() -> [Condition<Books.Fields>] {
        let recent: Condition<Books.Fields> = \.year >= 1950
        let either = recent || \.language == .japanese
        let both = recent && !(\.title == "Emma")
        return [recent, either, both]
    }

    static func query(_ recent: Condition<Books.Fields>) -> Query<Books> {
        let query = Books.query()
            .where(recent)
            .search("memory pol")
            .include(\.publisher)
            .facet(\.language)
            .sort(by: \.year, .descending)
            .page(1, size: 20)
        return query
    }

    static func run(_ content: ContentClient, _ query: Query<Books>) async throws -> (Int, Int, Int) {
        let page = try await content.fetch(query)
        let rows = try await content.fetch(query.select(\.title, \.year))
        let total = try await content.count(query)
        return (page.count, rows.count, total)
    }
}

enum FetchingItemsSamples {
    static func one(
        _ content: ContentClient, _ id: ContentID<Books>
    ) async throws -> (Book, Book?, ShopSettings?) {
        let book = try await content.item(id)
        let police = try await content.item("police", in: Books.query().include(\.publisher))
        let novel = try await content.item(ifExists: id)
        let newest = try await content.first(Books.query().sort(by: \.released, .descending))
        let settings = try await content.first(Shop.query())
        print(police.title, novel?.title ?? "")
        return (book, newest, settings)
    }

    static func live(_ content: ContentClient) async throws {
        for try await page in content.live(Books.query().sort(by: \.title)) { print(page.count) }
    }

    struct Order { var bookIDs: [ContentID<Books>] }

    static func several(_ content: ContentClient, _ order: Order) async throws -> [Book] {
        let basket = try await content.items(order.bookIDs)
        return basket
    }

    static func existence(_ content: ContentClient, _ isbn: ISBN) async throws -> Bool {
        let isTaken = try await content.exists(Books.query().where(\.isbn == isbn))
        return isTaken
    }

    static func pages(_ content: ContentClient) async throws {
        var page = try await content.fetch(Books.query().sort(by: \.title).page(1, size: 20))
        for book in page { print(book.title) }
        while let next = try await page.next() {
            page = next
            for book in page { print(book.title) }
        }
    }

    static func cursors(_ content: ContentClient) async throws -> Cursor? {
        let query = Books.query().sort(by: \.year)
        let first = try await content.fetch(query.page(.cursor(nil, limit: 20)))
        if let cursor = first.nextCursor {
            let second = try await content.fetch(query.page(.cursor(cursor, limit: 20)))
            for book in second { print(book.title) }
        }
        return first.nextCursor
    }

    static func totals(_ content: ContentClient) async throws -> Int {
        let page = try await content.fetch(Books.query().where(\.year < 1900).page(1, size: 20))
        print(page.pageInfo.totalItems ?? 0, page.pageInfo.totalPages ?? 0)

        let total = try await content.count(Books.query().where(\.year < 1900))
        return total
    }

    static func everything(_ content: ContentClient) async throws {
        for try await book in content.all(Books.query().sort(by: \.title).page(1, size: 100)) {
            print(book.title)
        }
    }

    static func rows(_ content: ContentClient) async throws {
        let rows = try await content.fetch(Books.query().select(\.title, \.year))
        for (title, year) in rows { print(title, year ?? 0) }
    }
}

enum LocalizedContentSamples {
    static func ask(_ halo: HALOEngine) async throws -> [ShopSettings?] {
        let content = ContentClient(engine: halo, locale: "fr-CA")
        let settings = try await content.first(Shop.query())
        let english = try await content.first(Shop.query().locale("en"))
        return [settings, english]
    }

    static func show(_ settings: ShopSettings?) -> String? {
        let tagline = settings?.tagline?.text(for: "fr-CA", fallbacks: ["fr", "en"])
        return tagline
    }

    static func fallbacks() -> [String] {
        let fallbacks = ContentSchema.locales.first { $0.name == "fr-CA" }?.fallbacks ?? []
        return fallbacks
    }

    static func keep(_ halo: HALOEngine, _ store: Store) async throws {
        let sync = ContentSync(from: halo, into: store, locale: "fr-CA")
        try await sync.sync(Shop.self)
        try await sync.sync(Shop.self, locale: "en")
    }

    static func labels(_ content: ContentClient, _ sync: ContentSync) async throws {
        let texts = Translations(
            module: "labels", key: "key", text: "text", locale: "fr-CA", from: content, syncing: sync)
        print(texts.text("cart.title"))
        try await texts.setLocale("en")
    }

    /// The queries in its tables and sentences.
    static let queries: [Query<Shop>] = [Shop.query().where(\.tagline != nil)]
}
#endif
