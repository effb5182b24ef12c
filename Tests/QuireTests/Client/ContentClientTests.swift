import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

@Suite struct ContentClientTests {
    private func shelf(_ count: Int = 7) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            (0..<count).map { number in
                Book(
                    id: ContentID("b\(number)"),
                    values: Books.Values(
                        title: "Book \(number)", age: number, rank: number % 2 == 0 ? number : nil,
                        author: Relation("a1")))
            })
        return engine
    }

    @Test("A page is a collection of typed items, and next() returns nil after the last page")
    func paging() async throws {
        let content = ContentClient(engine: await shelf())
        let query = Books.query().where(\.age >= 1).sort(by: \.age, .descending).page(1, size: 4)
        let first = try await content.fetch(query)
        #expect(first.map(\.title) == ["Book 6", "Book 5", "Book 4", "Book 3"])
        #expect(first.pageInfo.totalItems == 6)
        #expect(first.hasNext)
        let second = try #require(try await first.next())
        #expect(second.map(\.age) == [2, 1])
        #expect(!second.hasNext)
        #expect(try await second.next() == nil)
    }

    @Test("Pages by offset and by cursor lead to the next page too")
    func otherPaging() async throws {
        let content = ContentClient(engine: await shelf())
        let byOffset = try await content.fetch(Books.query().sort(by: \.age).page(.offset(1, limit: 3)))
        #expect(try await byOffset.next()?.map(\.age) == [4, 5, 6])
        #expect(try await byOffset.next()?.next() == nil)
        let byCursor = try await content.fetch(Books.query().sort(by: \.age).page(.cursor(nil, limit: 5)))
        #expect(try await byCursor.next()?.map(\.age) == [5, 6])
        let standard = try await content.fetch(Books.query().sort(by: \.age))
        #expect(standard.count == 7)
        #expect(!standard.hasNext)
    }

    @Test("A selection's rows are tuples or values of a custom type")
    func selection() async throws {
        let content = ContentClient(engine: await shelf(2))
        let rows = try await content.fetch(Books.query().sort(by: \.age).select(\.title, \.rank, \.author))
        #expect(rows.map(\.0) == ["Book 0", "Book 1"])
        #expect(rows.map(\.1) == [0, nil])
        #expect(rows.map(\.2) == ["a1", "a1"])
        struct Row: Hashable { var title: String; var age: Int }
        let values = try await content.fetch(
            Books.query().sort(by: \.age).select(\.title, \.age, as: Row.init))
        #expect(values.items == [Row(title: "Book 0", age: 0), Row(title: "Book 1", age: 1)])
        let single: Page<Int> = try await content.fetch(Books.query().sort(by: \.age).select(\.age))
        #expect(single.items == [0, 1])
    }

    @Test("count, first and ids request no more than they need")
    func aggregates() async throws {
        let engine = await shelf(205)
        let content = ContentClient(engine: engine)
        let query = Books.query().where(\.rank != nil).sort(by: \.age, .descending)
        #expect(try await content.count(query) == 103)
        #expect(try await content.first(query)?.age == 204)
        #expect(try await content.first(query.where(\.age > 999)) == nil)
        #expect(try await content.ids(query).prefix(2) == ["b204", "b202"])
        #expect(try await content.ids(query).count == 103)
        let requests = await engine.requests
        #expect(requests[0].page == .page(1, size: 1))
        #expect(requests[0].fields == [])
        #expect(requests[1].page == .page(1, size: 1))
        #expect(!requests[1].countsTotal)
        #expect(requests[3].fields == [])
        #expect(requests[3].page == .cursor(nil, limit: 100))
    }

    @Test(
        "Every item is read once: by cursors if the engine supports them, otherwise by page numbers",
        arguments: [true, false])
    func all(cursors: Bool) async throws {
        let memory = await shelf(23)
        let engine = LimitedEngine(memory) { $0.supportsCursors = cursors }
        let content = ContentClient(engine: engine)
        var ages: [Int] = []
        for try await book in content.all(Books.query().sort(by: \.age).page(1, size: 5)) {
            ages.append(book.age)
        }
        #expect(ages == Array(0..<23))
        var titles: [String] = []
        for try await title in content.all(Books.query().sort(by: \.age).page(2, size: 5).select(\.title)) {
            titles.append(title)
        }
        #expect(titles == (5..<23).map { "Book \($0)" })
        #expect(await memory.requests.count == 5 + 4)
    }

    @Test("Breaking out of the loop over all items stops fetching")
    func lazily() async throws {
        let memory = await shelf(50)
        for try await book in ContentClient(engine: memory).all(
            Books.query().sort(by: \.age).page(1, size: 10))
        {
            if book.age == 12 { break }
        }
        #expect(await memory.requests.count == 2)
    }

    @Test("An item that moves to a later page during the read is returned once")
    func moved() async throws {
        let memory = await shelf(6)
        let engine = LimitedEngine(memory) { $0.supportsCursors = false }
        var ages: [Int] = []
        for try await book in ContentClient(engine: engine).all(
            Books.query().sort(by: \.age).page(1, size: 2))
        {
            ages.append(book.age)
            if book.age == 1 {
                // Shifts every item by one: b1 is on the second page now.
                await memory.add(
                    Books.self, [Book(id: "new", values: Books.Values(title: "New", age: -1))])
            }
        }
        #expect(ages == [0, 1, 2, 3, 4, 5])
    }

    @Test("A server that sends the same page forever is an error, not an endless loop")
    func repeating() async throws {
        let content = ContentClient(engine: RepeatingEngine(memory: await shelf(9)))
        var count = 0
        let error = await #expect(throws: PagingError.self) {
            for try await _ in content.all(Books.query().page(1, size: 2)) { count += 1 }
        }
        #expect(count == 2)
        #expect(error?.reason == .otherPage)
        #expect(
            error?.description
                == "books: page 2 of size 2 failed: the server sent page 1. Check the server's paging; no items after this "
                + "page were read.")
    }

    @Test("Cancelling the task ends the loop with a cancellation error")
    func cancelling() async throws {
        let memory = await shelf(50)
        await memory.delayResponses(by: .seconds(60))
        let task = Task { () -> Int in
            var count = 0
            for try await _ in ContentClient(engine: memory).all(Books.query()) { count += 1 }
            return count
        }
        while await memory.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "A lenient page contains its rejected items; reading all items reports them, and throws without a handler"
    )
    func rejected() async throws {
        let memory = await shelf(2)
        await memory.add(
            [
                .object([
                    .init("id", .string("bad")), .init("values", .object([.init("title", .integer(3))])),
                ])
            ],
            to: Books.descriptor)
        let content = ContentClient(engine: memory)
        let page = try await content.fetch(Books.query().lenient())
        #expect(page.count == 2)
        #expect(page.rejected.map(\.id) == ["bad"])
        await #expect(throws: ContentDecodingError.self) { try await content.fetch(Books.query()) }
        await #expect(throws: ContentDecodingError.self) {
            for try await _ in content.all(Books.query().lenient()) {}
        }
        let taken = Taken()
        var count = 0
        for try await _ in content.all(Books.query(), onRejected: { taken.add($0) }) { count += 1 }
        #expect(count == 2)
        #expect(taken.ids == ["bad"])
    }

    @Test("The engine's raw bytes are HALO's page")
    func bytes() async throws {
        let data = try await ContentClient(engine: await shelf(1)).fetchData(Books.query().page(1, size: 5))
        let page = try #require(try JSONSerialization.jsonObject(with: data) as? [String: NSObject])
        #expect((page["items"] as? [NSObject])?.count == 1)
    }
}

/// Collects errors from any thread.
private final class Taken: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [ContentDecodingError] = []

    func add(_ error: ContentDecodingError) { lock.withLock { errors.append(error) } }

    var ids: [String?] { lock.withLock { errors.map(\.id) } }
}
