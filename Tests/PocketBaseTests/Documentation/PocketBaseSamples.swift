import Foundation
import Quire
import QuireHTTP
import QuirePocketBase
import QuireStore
import QuireSync
import ShopContent

// The Swift code of the article "PocketBase", compiled. Change the article and this file together.

private enum PocketBaseSamples {
    static func existing(_ url: URL) async throws {
        let engine = PocketBaseEngine(baseURL: url)
        let page = try await ContentClient(engine: engine).fetch(
            Books.query().where(\.year >= 1950 && \.language == .english).sort(by: \.year, .descending).page(
                1, size: 20))
        print(page.count)
    }

    static func app(_ url: URL, _ email: String, _ password: String, show: ([Book]) -> Void) async throws {
        let users = PocketBaseAuthorization(baseURL: url)
        try await users.signIn(.password(email, password))
        let server = PocketBaseEngine(baseURL: url, authorization: users)

        let store = try await Store(.file("shop.sqlite"), schema: ContentSchema.self)
        let outbox = try await server.outbox(in: store)
        outbox.start()  // sends writes when the server can be reached
        let content = ContentClient(engine: outbox.engine)

        let sync = ContentSync(from: server, into: store)
        let following = Task { await sync.follow(Books.self) }  // now, and when somebody changes a book
        for try await page in content.live(Books.query().sort(by: \.title)) {
            show(page.items)
        }
        following.cancel()
    }

    static func managed(_ url: URL, _ superuser: BearerToken) async throws {
        let managed = PocketBaseEngine(
            baseURL: url, authorization: superuser, settings: PocketBaseSettings(collections: .managed))
        print(try await managed.plan(for: ContentSchema.self))
        try await managed.prepare(ContentSchema.self)
    }

    static func filling(_ managed: PocketBaseEngine) async throws {
        try await managed.prepare(ContentSchema.self) { print($0.module, $0.stored, $0.total as Any) }
    }

    static func pages(_ content: ContentClient) async throws {
        var query = Books.query().page(.cursor(nil, limit: 500))
        while true {
            let page = try await content.fetch(query)
            print(page.count)
            guard let next = page.nextCursor else { break }
            query = query.page(.cursor(next, limit: 500))
        }
    }

    static func live(_ pocketBase: PocketBaseEngine, _ draft: Books.Draft) async throws {
        let store = try await Store(.file("content.sqlite"), modules: [Books.descriptor, Authors.descriptor])
        let sync = ContentSync(from: pocketBase, into: store)
        let following = Task { await sync.follow(Books.self, Authors.self) }
        let live = ContentClient(engine: store).live(Books.query().where(\.year >= 1950))
        for try await page in live { print(page.count) }

        let outbox = try await pocketBase.outbox(in: store)
        outbox.start()
        let offline = ContentClient(engine: outbox.engine)
        try await offline.create(draft)
        following.cancel()
    }

    static func journal(_ url: URL, _ folder: URL) throws {
        try PocketBaseHooks(readers: "@request.auth.id != ''").write(to: folder)
        let exact = PocketBaseEngine(
            baseURL: url,
            settings: PocketBaseSettings(conflictDetection: .hook, syncs: .init(usesJournal: true)))
        print(exact)
    }

    static func table(_ content: ContentClient, _ id: ContentID<Books>, _ t: String) async throws {
        for try await book in content.all(Books.query()) { print(book.title) }
        _ = try await content.first(Books.query().where(\.title == t))
        _ = try await content.item(id)
        _ = Books.query().where(\.genres, contains: "x").include(\.author).skipTotal()
        _ = Books.query().select(\.title)
    }
}
