import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// A query that an engine does not support is rejected before any request.
@Suite struct CapabilityTests {
    private let memory = InMemoryEngine()
    private static let halo: Set<FilterOperation> = [
        .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual, .in, .notIn, .like,
    ]

    private var halo: LimitedEngine {
        LimitedEngine(memory) {
            $0.operations = Self.halo
            $0.supportsCursors = false
            $0.supportsNullOrdering = false
            $0.sortsByValue = false
            $0.countsTotal = false
            $0.fullText = false
            $0.maximumPageSize = 50
        }
    }

    @Test("An unsupported query is rejected with the engine, the part of the query and the remedy")
    func refused() async throws {
        let books = Books.query()
        let cases: [(Query<Books>, String, String)] = [
            (books.where(!(\.scores > 3)), #"!> on "scores""#, "opposite ordering"),
            (books.where(\.title, contains: "x"), #"contains on "title""#, "use like"),
            (
                books.where(\.age > 1 || \.rank == nil).where(\.title, hasPrefix: "x"),
                #"hasPrefix on "title""#, "use like"
            ),
            (books.where(\.age, between: 1...2), #"between on "age""#, "use >= and <="),
            (books.sort(by: \.age), #"sort by the value "age""#, "metadata only"),
            (books.sort(by: \.updatedAt, nulls: .first), "nulls first or last", "leave `nulls` out"),
            (books.page(.cursor(nil, limit: 5)), "cursor paging", "page(1, size: 5)"),
            (books.page(1, size: 51), "a page of 51", "50"),
            (books.search("emma"), "search", "full text"),
        ]
        for (query, node, hint) in cases {
            do {
                _ = try await ContentClient(engine: halo).fetch(query)
                Issue.record("\(node) was accepted")
            } catch let error as UnsupportedError {
                #expect(error.engine == "limited")
                #expect(error.node.contains(node), "\(error)")
                #expect(error.hint.contains(hint), "\(error)")
            }
            #expect(throws: UnsupportedError.self) { try query.validate(on: halo) }
        }
        await #expect(throws: UnsupportedError.self) { try await ContentClient(engine: halo).count(books) }
        #expect(await memory.requests.isEmpty)
    }

    @Test("An invalid query is rejected on every engine")
    func invalid() async throws {
        let books = Books.query()
        let queries = [
            books.page(0, size: 5), books.page(1, size: 0), books.page(.offset(-1, limit: 5)),
            books.page(.offset(0, limit: 0)),
            books.page(.cursor(nil, limit: 0)), books.page(.max, size: 2),
            books.page(.offset(.max, limit: 1)),
            books.where(\.price > .infinity), books.where(\.price, in: [.nan]),
        ]
        for query in queries {
            await #expect(throws: QueryError.self) { try await ContentClient(engine: memory).fetch(query) }
        }
        #expect(await memory.requests.isEmpty)
    }

    @Test("Validating a query throws the same error as fetching it, without a request to the engine")
    func validation() async throws {
        let books = Books.query()
        let refused = [
            books.where(!(\.scores > 3)), books.where(\.title, contains: "x"), books.sort(by: \.age),
            books.page(.cursor(nil, limit: 5)), books.page(1, size: 51), books.page(0, size: 5),
            books.search("emma"),
            books.where(\.price > .infinity),
            books.where(\.title, contains: "x").fallback(.clientSide(maxScanned: 0)),
            books.sort(by: \.age).where(\.title, contains: "x").fallback(.clientSide(maxScanned: 10)),
        ]
        for query in refused {
            let fetched = await #expect(throws: (any Error).self) {
                try await ContentClient(engine: halo).fetch(query)
            }
            let validated = #expect(throws: (any Error).self) { try query.validate(on: halo) }
            #expect("\(String(describing: fetched))" == "\(String(describing: validated))")
            let selected = #expect(throws: (any Error).self) { try query.select(\.title).validate(on: halo) }
            #expect("\(String(describing: selected))" == "\(String(describing: validated))")
        }
        let allowed = [
            books.where(\.age > 1).sort(by: \.updatedAt).page(1, size: 50), books.include(\.author.mentor),
            books.where(\.title, contains: "x").fallback(.clientSide(maxScanned: 10)),
        ]
        for query in allowed { #expect(throws: Never.self) { try query.validate(on: halo) } }
        #expect(await memory.requests.isEmpty)
    }

    @Test("Validation also checks what the engine's capabilities cannot express")
    func validationByTheEngine() async throws {
        let query = Books.query().include(\.author)
        var request = query.request
        request.include = [IncludePath(["title"])]
        let found = await #expect(throws: QueryError.self) { try await memory.searchData(request) }
        #expect(#expect(throws: QueryError.self) { try memory.validate(request) } == found)
        request.include = []
        request.fields = ["titel"]
        #expect(throws: QueryError.self) { try memory.validate(request) }
        #expect(throws: Never.self) { try memory.validate(query.request) }
    }

    @Test("Supported queries are sent")
    func allowed() async throws {
        let query = Books.query().where(\.age > 1 || !(\.title == "x")).sort(by: \.updatedAt).page(
            1, size: 50)
        #expect(try await ContentClient(engine: halo).fetch(query).isEmpty)
        #expect(try query.explain(on: halo).contains("age"))
        // The client resolves nested relations itself: the engine never receives them.
        #expect(throws: Never.self) {
            try query.include(\.author.publisher).explain(on: ShallowEngine(memory: memory))
        }
    }
}
