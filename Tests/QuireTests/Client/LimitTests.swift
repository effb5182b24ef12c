import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// `Query.limit`: the first items of a query, over all pages.
@Suite struct LimitTests {
    @Test("A limited query has one page with the first items, and no next page")
    func fetch() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(30))
        let page = try await content.fetch(Books.query().sort(by: \.age).limit(5))
        #expect(page.map(\.age) == [0, 1, 2, 3, 4])
        #expect(!page.hasNext)
        #expect(try await page.next() == nil)
        let rows = try await content.fetch(Books.query().sort(by: \.age).limit(3).select(\.age))
        #expect(rows.items == [0, 1, 2])
        #expect(!rows.hasNext)
    }

    @Test("A limit above the number of items returns all of them")
    func above() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(3))
        #expect(try await content.fetch(Books.query().limit(5)).count == 3)
        #expect(try await content.ids(Books.query().limit(5)).count == 3)
    }

    @Test("all() and ids() stop at the limit, over several pages", arguments: [true, false])
    func all(hasCursors: Bool) async throws {
        let engine = LimitedEngine(await InMemoryEngine.shelf(400)) { $0.supportsCursors = hasCursors }
        let content = ContentClient(engine: engine)
        let query = Books.query().sort(by: \.age).limit(250)
        var ages: [Int] = []
        for try await book in content.all(query) { ages.append(book.age) }
        #expect(ages == Array(0..<250))
        #expect(try await content.ids(query).count == 250)
        var rows: [Int] = []
        for try await age in content.all(query.select(\.age)) { rows.append(age) }
        #expect(rows == ages)
    }

    @Test("A server with shorter pages still gives as many items as the limit says")
    func capped() async throws {
        let server = PagedServer(of: 100, cap: 8)
        let content = ContentClient(engine: server)
        let query = Books.query().limit(20)
        #expect(try await content.ids(query).map(\.rawValue) == (0..<20).map { "b\($0)" })
        #expect(server.log.requests.count == 3)
        var page: Page<Book>? = try await content.fetch(query)
        var ids: [String] = []
        while let current = page {
            ids += current.map(\.id.rawValue)
            page = try await current.next()
        }
        #expect(ids == (0..<20).map { "b\($0)" })
    }

    @Test("A page that is requested after a limit replaces it, and the reverse")
    func replaced() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(30))
        #expect(try await content.fetch(Books.query().limit(3).page(1, size: 7)).hasNext)
        #expect(
            try await content.fetch(Books.query().page(2, size: 7).sort(by: \.age).limit(3)).map(\.age) == [
                0, 1, 2,
            ])
    }

    @Test("count() ignores the limit, and a limit below 1 is an error")
    func counting() async throws {
        let content = ContentClient(engine: await InMemoryEngine.shelf(30))
        #expect(try await content.count(Books.query().limit(3)) == 30)
        await #expect(throws: QueryError.self) { try await content.fetch(Books.query().limit(0)) }
        await #expect(throws: QueryError.self) { try await content.ids(Books.query().limit(-1)) }
    }
}
