import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireStore
import SampleModules

// The Swift code of the article "Coming from HALO's SDK", compiled. Change the article and this file together.

/// Setting up, and signing in.
enum SetupSamples {
    static func overview(url: URL, clientID: String, clientSecret: String) async throws {
        let halo = HALOEngine(baseURL: url, credentials: .app(id: clientID, secret: clientSecret))
        let content = ContentClient(engine: halo)
        let page = try await content.fetch(
            Books.query().published().where(\.age >= 18).sort(by: \.updatedAt, .descending).page(1, size: 20))
        for book in page { print(book.title, book.updatedAt as Any) }
    }

    static func engines(
        url: URL, clientID: String, clientSecret: String, name: String, password: String, token: String
    ) -> [HALOEngine] {
        [
            HALOEngine(baseURL: url, credentials: .app(id: clientID, secret: clientSecret)),
            HALOEngine(baseURL: url, credentials: .user(name: name, password: password)),
            HALOEngine(baseURL: url, authorization: BearerToken(token)),
        ]
    }

    static func settings() -> HALOEngine.Settings {
        var settings = HALOEngine.Settings()
        settings.retries = RetryPolicy(maximumAttempts: 3)
        settings.timeout = .seconds(10)
        return settings
    }

    static func change(
        _ authorization: HALOAuthorization, clientID: String, clientSecret: String
    ) async throws {
        try await authorization.use(.app(id: clientID, secret: clientSecret))
    }

    static let stores = [FileTokenStore.self as Any.Type, MemoryTokenStore.self]
}

/// Searches.
enum SearchSamples {
    static let queries: [Query<Books>] = [
        Books.query(),
        Books.query().ids(["57ea6aa4"]),
        Books.query().related(\.author, to: ["57ea6aa4"]),
        Books.query().related(\.author),
        Books.query().include(\.author, \.author.publisher),
        Books.query().tags([Tag(name: "brand", value: "Lamborghini")], mode: .total),
        Books.query().locale("es-ES"),
        Books.query().halo(serverCache: 60),
        Books.query().lenient(),
        Books.query().keepUnknownValues(),
    ]

    static let rows = Books.query().select(\.title, \.age)
    static let keyed = Books.query().select(\.id, \.title)

    static func run(_ content: ContentClient) async throws {
        _ = try await content.fetch(Books.query())
        _ = try await content.fetchData(Books.query())
    }
}

/// Filters.
enum FilterSamples {
    static let day = Date(timeIntervalSince1970: 1_475_046_170)

    static let queries: [Query<Books>] = [
        Books.query().where(\.age == 18, \.title != "Emma"),
        Books.query().where(\.age > 18, \.age <= 65),
        Books.query().where(\.status, in: [.live, .draft]),
        Books.query().where(\.title, notIn: ["Emma", "Persuasion"]),
        Books.query().where(\.title, like: "emm"),
        Books.query().where(\.registration == nil),
        Books.query().where(\.age, between: 18...65),
        Books.query().where(\.age >= 18 && (\.rank == nil || \.rank > 3)),
        Books.query().where(!(\.status == .archived)),
        Books.query().where(\.released >= day),
        Books.query().filterMeta { $0.createdAt >= day },
    ]

    static func example() -> Query<Books> {
        let query = Books.query().filter {
            anyOf {
                allOf {
                    $0.age >= 18
                    $0.age < 100
                }
                $0.registration == nil
            }
            $0.title != "July Young"
            $0.title.in(["Forever alone", "Fake name"])
        }
        return query
    }

    static let lifeCycle: [Query<Books>] = [
        Books.query().drafts(), Books.query().published(), Books.query().published(excludingArchived: true),
        Books.query().expired(), Books.query().archived(), Books.query().updated(since: day),
        Books.query().published().filterMeta { $0.name.like("emma") },
    ]
}

/// Sorting, paging, and the contents of responses.
enum PageSamples {
    static let queries: [Query<Books>] = [
        Books.query().sort(by: \.createdAt).sort(by: \.updatedAt, .descending),
        Books.query().sort(by: \.rank, .descending),
        Books.query().page(2, size: 25),
        Books.query().page(.all),
    ]

    static func read(_ content: ContentClient, _ page: Page<Book>) async throws {
        _ = try await page.next()
        _ = content.all(Books.query())
        _ = try await content.count(Books.query())
        _ = try await content.first(Books.query())
        print(page.pageInfo.page, page.pageInfo.totalPages as Any, page.hasNext, page.rejected)
        for try await book in content.all(Books.query().sort(by: \.title).page(1, size: 100)) {
            print(book.title)
        }
    }

    static func read(_ book: Content<Books>, _ error: HALOError) {
        print(book.title, book.updatedAt as Any, book.metadata.isPublished(), book.tags)
        print(book.revision as Any, book.externalId as Any)
        print(error.status, error.message as Any, error.type as Any, error.extra as Any)
    }
}
