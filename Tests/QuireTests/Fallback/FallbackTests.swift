import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Filters that an engine does not support are tested in the client if the query allows it.
@Suite struct FallbackTests {
    private let memory = InMemoryEngine()

    /// Supports equality, ordering of numbers, sorting and totals; cursors are optional.
    private func engine(cursors: Bool = true) -> LimitedEngine {
        LimitedEngine(memory) {
            $0.operations = [.equal, .notEqual, .less, .greater, .greaterOrEqual, .in]
            $0.supportsCursors = cursors
            $0.facets = false
            $0.fullText = false
            $0.includes = false
        }
    }

    private func content(cursors: Bool = true) -> ContentClient {
        ContentClient(engine: engine(cursors: cursors))
    }

    /// Books 1 to 100; every third is about war.
    private func fill() async {
        await memory.add(
            Books.self,
            (1...100).map { number in
                Book(
                    id: ContentID(String(format: "b%03d", number)),
                    values: .init(
                        title: "\(number % 3 == 0 ? "war" : "peace") \(number)", age: number,
                        rank: number % 10,
                        author: Relation(ContentID("a\(number % 2)"))))
            })
        await memory.add(
            Authors.self,
            (0...1).map { Author(id: ContentID("a\($0)"), values: .init(fullName: "Author \($0)")) })
    }

    private let war = Books.query().where(\.age > 10).where(\.title, contains: "war").sort(by: \.age)

    @Test(
        "Without a fallback the query is rejected; with one it finds the matches and reports how many items were scanned"
    )
    func page() async throws {
        await fill()
        await #expect(throws: UnsupportedError.self) { try await content().fetch(war) }
        #expect(await memory.requests.isEmpty)
        for cursors in [true, false] {
            let page = try await content(cursors: cursors).fetch(
                war.page(2, size: 5).fallback(.clientSide(maxScanned: 200)))
            #expect(page.map(\.age) == [27, 30, 33, 36, 39])
            #expect(page.scanned == 29)
            #expect(page.pageInfo == PageInfo(page: 2, limit: 5, offset: 5, totalItems: nil))
            let next = try #require(try await page.next())
            #expect(next.map(\.age) == [42, 45, 48, 51, 54])
        }
        let sent = await memory.requests.map(\.filter)
        #expect(Set(sent) == [.leaf(.init(.greater, "age", value: .integer(10), type: .number))])
    }

    @Test("A filter that the engine fully supports is left to it, including the total")
    func direct() async throws {
        await fill()
        let page = try await content().fetch(
            Books.query().where(\.age > 10).page(1, size: 5).fallback(.clientSide(maxScanned: 1)))
        #expect(page.scanned == nil)
        #expect(page.pageInfo.totalItems == 90)
    }

    @Test("All items, ids, first and count cover the whole query")
    func wholes() async throws {
        await fill()
        let wars = (1...100).filter { $0 > 10 && $0 % 3 == 0 }
        let query = war.fallback(.clientSide(maxScanned: 90))
        for cursors in [true, false] {
            let content = content(cursors: cursors)
            var ages: [Int] = []
            for try await book in content.all(query.page(1, size: 7)) { ages.append(book.age) }
            #expect(ages == wars)
            #expect(try await content.ids(query).map(\.rawValue) == wars.map { String(format: "b%03d", $0) })
            #expect(try await content.first(query)?.age == 12)
            #expect(try await content.count(query) == wars.count)
            #expect(try await content.fetch(query.page(.all)).count == wars.count)
        }
    }

    @Test("Reading all items scans each about once, also on engines without cursors")
    func cost() async throws {
        await fill()
        for cursors in [true, false] {
            await memory.removeAll()
            await fill()
            var count = 0
            for try await _ in content(cursors: cursors).all(
                war.page(1, size: 3).fallback(.clientSide(maxScanned: 90)))
            {
                count += 1
            }
            #expect(count == 30)
            // Ten pages with one or two requests each; none starts at the beginning.
            let requests = await memory.requests
            #expect(requests.count <= 24, "\(requests.count) requests")
        }
    }

    @Test("A query that would exceed its scan limit throws, and the error states the remedy")
    func limit() async throws {
        await fill()
        for cursors in [true, false] {
            let content = content(cursors: cursors)
            let query = war.fallback(.clientSide(maxScanned: 20))
            let error = await #expect(throws: ScanLimitError.self) {
                try await content.fetch(query.page(1, size: 8))
            }
            #expect(error?.scanned == 20)
            #expect(error?.matchCount == 7)
            #expect(error?.description.contains(#"title contains "war""#) == true)
            #expect(error?.description.contains("raise maxScanned") == true)
            #expect(try await content.fetch(query.page(1, size: 7)).count == 7)
            await #expect(throws: ScanLimitError.self) { try await content.count(query) }
            await #expect(throws: ScanLimitError.self) { try await content.fetch(query.page(.all)) }
            // Reaching the limit exactly is allowed if nothing follows.
            #expect(try await content.count(war.fallback(.clientSide(maxScanned: 90))) == 30)
        }
        let none = war.fallback(.clientSide(maxScanned: 0))
        await #expect(throws: QueryError.self) { try await content().fetch(none) }
    }

    @Test("Fields outside the projection are fetched for the test and removed from the page")
    func projection() async throws {
        await fill()
        let query = war.fallback(.clientSide(maxScanned: 100)).page(1, size: 2)
        let rows = try await content().fetch(query.select(\.age, \.rank))
        #expect(rows.map(\.0) == [12, 15])
        #expect(rows.scanned == 5)
        #expect(await memory.requests.last?.fields == ["age", "rank", "title"])
        var raw = query
        raw.request.fields = ["age"]
        let data = try await content().fetchData(raw)
        let page = try JSONValue(parsing: data)
        guard case .array(let items)? = page.member("items") else {
            Issue.record("no items")
            return
        }
        #expect(items.map { $0.member("values") } == [12, 15].map { .object([.init("age", .integer($0))]) })
        #expect(page.member("pagination")?.member("limit") == .integer(2))
    }

    @Test("Relations are resolved for matching items only")
    func includes() async throws {
        await fill()
        let page = try await content().fetch(
            war.include(\.author).page(1, size: 2).fallback(.clientSide(maxScanned: 100)))
        #expect(page.map { $0.author?.item?.fullName } == ["Author 0", "Author 1"])
    }

    @Test(
        "Items that do not fit the schema are rejected or thrown if they match, and ignored if they do not"
    )
    func incompatible() async throws {
        await memory.add(
            [
                #"{"id":"1","values":{"title":"war","age":"old","price":1,"active":true}}"#,
                #"{"id":"2","values":{"title":"peace","age":"old","price":1,"active":true}}"#,
                #"{"id":"3","values":{"title":"war","age":3,"price":1,"active":true}}"#,
            ].map { try? JSONValue(parsing: Data($0.utf8)) }.compactMap { $0 }, to: Books.descriptor)
        let query = Books.query().where(\.title, contains: "war").fallback(.clientSide(maxScanned: 10))
        let page = try await content().fetch(query.lenient())
        #expect(page.map(\.id) == ["3"])
        #expect(page.rejected.map(\.id) == ["1"])
        await #expect(throws: ContentDecodingError.self) { try await content().fetch(query) }
        let peace = Books.query().where(\.title, contains: "war").where(\.title != "war")
            .fallback(.clientSide(maxScanned: 10))
        #expect(try await content().fetch(peace).isEmpty)
    }

    @Test("Only filters have a fallback: unsupported sorting, full text or facets are rejected")
    func refusals() async throws {
        await fill()
        let fallback = Fallback.clientSide(maxScanned: 1_000)
        let queries = [
            war.search("war").fallback(fallback), war.facet(\.rank).fallback(fallback),
            Books.query().facet(\.rank).fallback(fallback),
        ]
        for query in queries {
            await #expect(throws: UnsupportedError.self) { try await content().fetch(query) }
        }
        let sorting = LimitedEngine(memory) {
            $0.sortsByValue = false
            $0.operations = []
        }
        await #expect(throws: UnsupportedError.self) {
            try await ContentClient(engine: sorting).fetch(war.fallback(fallback))
        }
        await #expect(throws: QueryError.self) {
            try await content().fetch(war.page(0, size: 1).fallback(fallback))
        }
        #expect(await memory.requests.isEmpty)
    }

    @Test(
        "A refinement without facets is a filter: the engine runs it if it can, otherwise the client does"
    )
    func refinements() async throws {
        await fill()
        let fallback = Fallback.clientSide(maxScanned: 100)
        let chosen = Books.query().sort(by: \.age).refine(\.rank, to: [3])
        let page = try await content().fetch(chosen.page(1, size: 3).fallback(fallback))
        #expect(page.map(\.age) == [3, 13, 23])
        #expect(page.scanned == nil)
        let both = try await content().fetch(
            chosen.where(\.title, contains: "war").page(1, size: 3).fallback(fallback))
        #expect(both.map(\.age) == [3, 33, 63])
        #expect(both.scanned == 7)
    }

    @Test("A cursor belongs to its engine, and another engine's is rejected")
    func cursors() async throws {
        await fill()
        for cursors in [true, false] {
            let content = content(cursors: cursors)
            let query = war.fallback(.clientSide(maxScanned: 100))
            let first = try await content.fetch(query.page(.cursor(nil, limit: 4)))
            #expect(first.map(\.age) == [12, 15, 18, 21])
            let second = try await content.fetch(query.page(.cursor(first.nextCursor, limit: 4)))
            #expect(second.map(\.age) == [24, 27, 30, 33])
            for token in ["", "scan", "scan 1 2 3", "scan 0 10 0", "scan 1 9223372036854775807 0", "x y"] {
                let error = await #expect(throws: QueryError.self, "\(token)") {
                    try await content.fetch(query.page(.cursor(Cursor(token: token), limit: 4)))
                }
                #expect(error?.reason == .invalidCursor)
            }
        }
    }

    @Test("The description of a query shows what is sent and what the client does afterwards")
    func explanation() throws {
        let query = war.fallback(.clientSide(maxScanned: 500))
        for text in [try query.explain(on: engine()), try query.select(\.age).explain(on: engine())] {
            #expect(text.contains("age > 10"))
            #expect(text.contains(#"at most 500 items those with title contains "war""#))
        }
        #expect(throws: UnsupportedError.self) { try war.validate(on: engine()) }
    }

    @Test("A query is valid if its fallback can run it, also from a cursor of a scan")
    func validation() async throws {
        await fill()
        let asked = await memory.requests.count
        for cursors in [true, false] {
            let content = content(cursors: cursors)
            let query = war.fallback(.clientSide(maxScanned: 100))
            #expect(throws: Never.self) { try query.validate(on: content.engine) }
            let refused = #expect(throws: UnsupportedError.self) { try war.validate(on: content.engine) }
            let fetched = await #expect(throws: UnsupportedError.self) { try await content.fetch(war) }
            #expect(refused == fetched)
            for token in ["scan 1 2 3", "scan 0 10 0", "scan x"] where !cursors {
                let query = query.page(.cursor(Cursor(token: token), limit: 4))
                let error = #expect(throws: QueryError.self) { try query.validate(on: content.engine) }
                #expect(error?.reason == .invalidCursor)
            }
        }
        #expect(await memory.requests.count == asked)
    }

    @Test("Cancelling ends a scan between two requests")
    func cancellation() async throws {
        await fill()
        var limited = engine()
        limited.capabilities.maximumPageSize = 10
        let content = ContentClient(engine: CancellingEngine(base: limited))
        let query = Books.query().where(\.title, contains: "nothing")
        let task = Task { try await content.count(query.fallback(.clientSide(maxScanned: .max))) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await memory.requests.count == 1)
    }
}

/// An engine whose caller is cancelled during its response.
private struct CancellingEngine: ContentEngine {
    let base: LimitedEngine

    var capabilities: EngineCapabilities { base.capabilities }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let responses = try await base.search(requests, decoding: decoder)
        withUnsafeCurrentTask { $0?.cancel() }
        return responses
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}
