#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireStore

private typealias Novels = SampleModules.Books

/// Updates and deletions of all items of a query: one transaction.
@Suite("Writing to all items of a query")
struct QueryWritingTests {
    private func store(_ count: Int) async throws -> Store {
        let store = try await Store(.memory, schema: Shop.self)
        let lines = (0..<count).map { #"{"id":"b\#($0)","values":{"title":"Book \#($0)","age":\#($0)}}"# }
        try await store.load(Books.descriptor, lines)
        return store
    }

    private func query(from age: Int64) -> Query<Books> {
        var query = Books.query()
        query.request.filter = .leaf(.init(.greaterOrEqual, "age", value: .integer(age), type: .number))
        return query
    }

    @Test("delete(query) removes every match, also beyond one page, and nothing else")
    func delete() async throws {
        let store = try await store(500)
        let content = ContentClient(engine: store)
        #expect(try await content.delete(query(from: 20)) == 480)
        #expect(try await store.count(Books.self) == 20)
        #expect(try await content.count(query(from: 20)) == 0)
    }

    @Test("A deletion by search leaves the items that only share a word")
    func search() async throws {
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let content = ContentClient(engine: store)
        for (number, title) in ["Alpha Beta", "Alpha Gamma", "Alpha Delta"].enumerated() {
            var draft = Novels.Draft()
            draft.title = .set(title)
            draft.age = .set(number)
            draft.price = .set(1)
            draft.active = .set(true)
            try await content.create(draft, id: ContentID("n\(number)"))
        }
        let query = Novels.query().search("alpha beta")
        #expect(try await content.fetch(query).map(\.title).first == "Alpha Beta")
        #expect(try await content.count(query) == 3)
        #expect(try await content.delete(query) == 1)
        #expect(try await content.delete(Novels.query().search("alpha nothing")) == 0)
        #expect(try await store.count(Novels.self) == 2)
    }

    @Test("An update of all matches takes the items as they are in its transaction, and respects a limit")
    func update() async throws {
        let store = try await store(500)
        var operation = WriteOperation(.update, Books.descriptor)
        operation.values = .object([.init("age", .integer(5))])
        #expect(try await store.write(operation, toItemsOf: query(from: 10).request) == 490)
        let content = ContentClient(engine: store)
        #expect(try await content.count(query(from: 6)) == 4)
        #expect(try await content.delete(query(from: 0).limit(3)) == 3)
        #expect(try await store.count(Books.self) == 497)
    }

    @Test("If one item cannot be written, none is, and the error names it")
    func rollsBack() async throws {
        let store = try await store(300)
        var operation = WriteOperation(.update, Books.descriptor)
        operation.values = .object([.init("age", .string("old"))])
        let error = await #expect(throws: QueryWriteError.self) {
            try await store.write(operation, toItemsOf: query(from: 0).request)
        }
        #expect(error?.written == 0)
        #expect(error?.matched == 300)
        #expect(error?.failure.id == "b0")
        #expect(try await ContentClient(engine: store).count(query(from: 0)) == 300)
    }

    @Test("An observed store still writes in one transaction, and reports one write with its rows")
    func observed() async throws {
        let store = try await store(300)
        let log = RowLog()
        let content = ContentClient(engine: store.observed(by: log))
        #expect(try await content.delete(query(from: 100)) == 200)
        #expect(log.writes == [200])
    }

    @Test("A request that the store cannot run throws before anything is written")
    func invalid() async throws {
        let store = try await store(3)
        var query = Books.query()
        query.request.filter = .leaf(.init(.equal, "titel", value: .string("x"), type: .string))
        await #expect(throws: QueryError.self) { try await ContentClient(engine: store).delete(query) }
        #expect(try await store.count(Books.self) == 3)
    }
}

/// The numbers of rows in the writes that it observes.
private final class RowLog: RequestObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var rows: [Int?] = []

    var writes: [Int?] { lock.withLock { rows } }

    func started(_ request: ObservedRequest) {}

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {
        if request.operation == "write" { lock.withLock { rows.append(summary.rows) } }
    }

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {}
}
#endif
