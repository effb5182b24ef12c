#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import QuireStore
import SampleModules
import Testing

/// Cached responses: their keys and lifetimes.
@Suite("Offline: cached responses", .timeLimit(.minutes(10)))
struct KeptResponseTests {
    /// All kinds of caches.
    private func caches() async throws -> [any ResponseCache] {
        [MemoryResponseCache(), try await Store(.memory, schema: Library.self).responses]
    }

    @Test("Overlapping queries are returned each in their own order, byte for byte")
    func order() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let up = Books.query().sort(by: \.title)
            let down = Books.query().sort(by: \.title, .descending)
            fixture.response(
                "[\(["1", "2", "3"].map { Wire.book($0, $0) }.joined(separator: ","))]",
                to: "values.title asc")
            // Everything that an instance can contain, and unknown keys.
            let full = """
                { "pagination":{"page":1,"limit":3,"offset":0,"totalItems":3,"totalPages":1},"sort":{"query":"x"},
                  "items":[\(Wire.book("3", "C")),{"id":"2","module":"m9","values":{"title":"B","age":1,"price":1,
                  "active":true,"unknown":[1]},"tags":[{"name":"brand","value":"x"},{"name":"brand","value":"y"}],
                  "archivedAt":5,"deletedAt":6,"odd":null},\(Wire.book("1", "A"))] }
                """
            fixture.response(full, to: "values.title desc")
            let content = fixture.client(cache)
            for query in [up, down, up] { _ = try await content.fetch(query) }
            fixture.become(.dead)
            #expect(try await content.fetch(up).map(\.id) == ["1", "2", "3"])
            let page = try await content.fetch(down.keepUnknownValues())
            #expect(page.map(\.id) == ["3", "2", "1"])
            #expect(page[1].metadata.tags.map(\.value) == ["x", "y"])
            #expect(page[1].metadata.module == "m9")
            #expect(page[1].metadata.archivedAt == Date(timeIntervalSince1970: 0.005))
            #expect(page[1].metadata.unknownValues["unknown"] == .array([.integer(1)]))
            #expect(try await content.fetchData(down.offline(.stored)) == Data(full.utf8))
        }
    }

    @Test("The cache key is the request that would be sent, the same in every process")
    func key() async throws {
        let halo = HALOEngine(baseURL: try #require(URL(string: "https://halo.example:8443/x")))
        let query = Books.query().filter { $0.age >= 18 && $0.title.like("emma") }.sort(by: \.age).page(
            2, size: 5
        )
        .locale("en-US")
        #expect(
            try await halo.cacheKey(query.request) == """
                https://halo.example:8443/x/api/generalcontent/instance/search \
                {"moduleName":"books","searchValues":{"condition":"and","operands":[\
                {"operation":">=","property":"age","value":18,"type":"number"},\
                {"operation":"like","property":"title","value":"emma","type":"string"}]},\
                "pagination":{"page":2,"limit":5,"skip":"false"},"segmentMode":"partial",\
                "sort":"values.age asc","locale":"en-US"}
                """)
        let key = try await halo.cacheKey(query.request)
        let same: [Query<Books>] = [
            query.halo(serverCache: 60), query.lenient(), query.keepUnknownValues(),
            query.offline(.stored, tag: "t", timeToLive: .seconds(1)),
        ]
        for other in same {
            #expect(try await halo.cacheKey(other.request) == key)
        }
        #expect(try await halo.cacheKey(query.locale("fr").request) != key)
    }

    @Test("Queries that differ only in their time to live share a response")
    func sharedEntry() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let moment = MovedMoment()
            let content = fixture.client(cache, now: moment.now)
            fixture.response(OfflineFixture.page([("1", "Old")]))
            _ = try await content.fetch(Books.query().offline(timeToLive: .seconds(10)))
            fixture.response(OfflineFixture.page([("1", "New")]))
            _ = try await content.fetch(Books.query().offline(timeToLive: .seconds(1000)))
            fixture.become(.dead)
            moment.advance(11)
            let page = try await content.fetch(Books.query().offline(timeToLive: .seconds(10)))
            #expect(page.map(\.title) == ["New"])
        }
    }

    @Test(
        "A response expires after two days or its query's time to live, and is then removed"
    )
    func expiry() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let moment = MovedMoment()
            let content = fixture.client(cache, now: moment.now)
            fixture.response(OfflineFixture.page([("1", "Emma")]))
            let long = Books.query()
            let short = Books.query().page(1, size: 2).offline(timeToLive: .milliseconds(1500))
            _ = try await content.fetch(long)
            _ = try await content.fetch(short)
            let key = "search \(try await fixture.halo.cacheKey(short.request))"
            fixture.become(.dead)
            moment.advance(1.4)
            #expect(try await content.fetch(short).count == 1)
            moment.advance(0.1)
            await #expect(throws: TransportError.self) { try await content.fetch(short) }
            #expect(try await cache.response(for: key) == nil)
            moment.advance(2 * 86_400 - 1.5 - 0.001)
            let page = try await content.fetch(long)
            #expect(page.origin == .stored(at: Date(timeIntervalSince1970: 1_000_000)))
            moment.advance(0.001)
            await #expect(throws: NotStoredError.self) { try await content.fetch(long.offline(.stored)) }
        }
    }

    @Test("A tag replaces the filters in the key, page by page, and clears its cached responses")
    func tags() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let content = fixture.client(cache)
            fixture.response(OfflineFixture.page([("1", "First")]), to: #""page":1"#)
            fixture.response(OfflineFixture.page([("2", "Second")], number: 2), to: #""page":2"#)
            func query(_ age: Int, _ page: Int) -> Query<Books> {
                Books.query().where(\.age >= age).page(page, size: 2).offline(tag: "now")
            }
            _ = try await content.fetch(query(1, 1))
            _ = try await content.fetch(query(1, 2))
            _ = try await content.fetch(Books.query().page(1, size: 2))
            fixture.become(.dead)
            #expect(try await content.fetch(query(99, 1)).map(\.title) == ["First"])
            #expect(try await content.fetch(query(99, 2)).map(\.title) == ["Second"])
            let engine = fixture.engine(cache)
            try await engine.offlineData.clear(tag: "now")
            await #expect(throws: TransportError.self) { try await content.fetch(query(99, 1)) }
            #expect(try await content.fetch(Books.query().page(1, size: 2)).count == 1)
            try await engine.offlineData.clear()
            await #expect(throws: TransportError.self) {
                try await content.fetch(Books.query().page(1, size: 2))
            }
        }
    }

    @Test("Nested relations from follow-up searches are cached too")
    func deepIncludes() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let content = fixture.client(cache)
            fixture.response(
                #"[{"id":"1","values":{"title":"Emma","age":1,"price":1,"active":true,"author":{"id":"a","values":{"fullName":"Jane Austen","publisher":"p"}}}}]"#,
                to: #""moduleName":"books""#)
            fixture.response(
                #"[{"id":"p","values":{"title":"John Murray"}}]"#, to: #""moduleName":"publishers""#)
            let query = Books.query().include(\.author.publisher)
            let before = try await content.fetch(query)
            fixture.become(.dead)
            let sent = fixture.server.requestCount
            let page = try await content.fetch(query)
            #expect(page[0].author?.item?.publisher?.item?.title == "John Murray")
            #expect(page.items == before.items)
            // Both searches were sent; on a broken connection, a transport may send each again.
            #expect(Set(fixture.server.requests.dropFirst(sent).map(\.text)).count == 2)
            let stored = try await content.fetch(query.offline(.stored))
            #expect(stored.items == before.items)
        }
    }

    @Test("A broken cache never affects a network response, and is reported")
    func brokenCache() async throws {
        let fixture = try OfflineFixture()
        fixture.response(OfflineFixture.page([("1", "Emma")]))
        let content = fixture.client(BrokenCache())
        #expect(try await content.fetch(Books.query()).map(\.title) == ["Emma"])
        #expect(fixture.problems.steps == [.saving])
        fixture.become(.dead)
        await #expect(throws: TransportError.self) { try await content.fetch(Books.query()) }
        #expect(fixture.problems.steps == [.saving, .finding])
        await #expect(throws: BrokenCache.Failure.self) {
            try await content.fetch(Books.query().offline(.stored))
        }
        let store = try await Store(.memory, schema: Library.self)
        await store.close()
        fixture.become(.answering)
        #expect(try await fixture.client(store.responses).fetch(Books.query()).map(\.title) == ["Emma"])
        #expect(fixture.problems.steps.last == .saving)
    }

    @Test("An unreadable response is not cached, and an unreadable cached one is not used")
    func unreadable() async throws {
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let content = fixture.client(cache)
            let key = "search \(try await fixture.halo.cacheKey(Books.query().request))"
            for page in ["<html>", #"{"error":{"message":"Down","type":"HaloError"}}"#, #"{"items":7}"#] {
                fixture.response(page)
                await #expect(throws: (any Error).self) { try await content.fetch(Books.query()) }
                await #expect(throws: (any Error).self) { try await content.fetchData(Books.query()) }
            }
            #expect(try await cache.response(for: key) == nil)
            let moment = Date(timeIntervalSince1970: 1_000_000)
            try await cache.save(
                CachedResponse(
                    key: key, tag: nil, savedAt: moment, expiresAt: moment + 9, data: Data([0xFF, 0])),
                at: moment)
            fixture.become(.dead)
            await #expect(throws: TransportError.self) { try await content.fetch(Books.query()) }
            #expect(fixture.problems.steps == [.reading])
            await #expect(throws: ContentDecodingError.self) {
                try await content.fetch(Books.query().offline(.stored))
            }
        }
    }

    @Test("The list of modules follows the policies, with and without its fields")
    func modules() async throws {
        let list = #"[{"id":"m1","name":"Books","isSingle":false},{"id":"m2","name":"Authors"}]"#
        let server = try LoopbackServer { request in
            request.target == "/api/generalcontent/module?skip=true&withFields=true"
                ? .json(list) : .json("[]", status: 500)
        }
        defer { server.stop() }
        let halo = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900), retries: .never))
        let engine = halo.offline(in: try await Store(.memory, schema: Library.self))
        let first = try await engine.modules(withFields: true)
        #expect(first.value.map(\.name) == ["Books", "Authors"])
        #expect(first.origin == .network)
        let stored = try await engine.modules(withFields: true, OfflineOptions(policy: .stored))
        #expect(stored.value == first.value)
        #expect(stored.origin != .network)
        #expect(server.requestCount == 1)
        await #expect(throws: HALOError.self) { try await engine.modules() }
        await #expect(throws: NotStoredError.self) {
            try await engine.modules(OfflineOptions(policy: .stored))
        }
    }

    @Test("Any raw call can be cached, and each scope has its own responses")
    func rawCalls() async throws {
        struct Refused: Error {}
        for cache in try await caches() {
            let fixture = try OfflineFixture()
            let data = fixture.engine(cache).offlineData
            let first = try await data.response(to: "modules") { Data("[1]".utf8) }
            #expect(first.origin == .network)
            let offline = try await data.response(to: "modules") { throw TransportError.offline }
            #expect(offline.value == Data("[1]".utf8))
            #expect(offline.origin == .stored(at: Date(timeIntervalSince1970: 1_000_000)))
            await #expect(throws: Refused.self) { try await data.response(to: "modules") { throw Refused() } }
            let other = fixture.engine(cache, scope: "someone else").offlineData
            await #expect(throws: NotStoredError.self) {
                try await other.response(to: "modules", OfflineOptions(policy: .stored)) { Data() }
            }
        }
    }

    @Test(
        "Searches with the device's tags are cached separately from those without; untyped ones are cached too"
    )
    func devicesAndUntyped() async throws {
        let fixture = try OfflineFixture()
        let halo = HALOEngine(
            baseURL: fixture.server.url, settings: .init(timeout: .seconds(900), retries: .never),
            deviceTags: { [Quire.Tag(name: "Platform Name", value: "ios")] })
        let engine = halo.offline(in: MemoryResponseCache())
        let content = ContentClient(engine: engine)
        fixture.response(OfflineFixture.page([("3", "Other")]))
        fixture.response(OfflineFixture.page([("1", "iOS")]), to: #""value":"ios""#)
        _ = try await content.fetch(Books.query().halo(segmentWithDevice: true))
        _ = try await content.fetch(Books.query())
        let untyped = try await engine.search(HALOQuery(moduleNames: ["books", "authors"]))
        #expect(untyped.origin == Origin.network)
        fixture.become(.dead)
        let segmented = try await content.fetch(Books.query().halo(segmentWithDevice: true))
        #expect(segmented.map(\.title) == ["iOS"])
        #expect(try await content.fetch(Books.query()).map(\.title) == ["Other"])
        let stored = try await engine.search(
            HALOQuery(moduleNames: ["books", "authors"]), OfflineOptions(policy: .stored))
        #expect(stored.map { $0.id } == ["3"])
        #expect(stored.origin != Origin.network)

        // The same device with other tags is another segment: it does not share responses with the old one.
        let retagged = HALOEngine(
            baseURL: fixture.server.url, settings: .init(timeout: .seconds(900), retries: .never),
            deviceTags: { [Quire.Tag(name: "Platform Name", value: "android")] }
        ).offline(in: engine.offlineData.cache, policy: .stored)
        await #expect(throws: NotStoredError.self) {
            try await ContentClient(engine: retagged).fetch(Books.query().halo(segmentWithDevice: true))
        }
    }

    @Test("A store caches responses in its file, beside the content")
    func inFile() async throws {
        let folder = try TemporaryFolder()
        let fixture = try OfflineFixture()
        fixture.response(OfflineFixture.page([("1", "Emma")]))
        let first = try await Store(.file(folder.file()), schema: Library.self)
        _ = try await fixture.client(first.responses).fetch(Books.query())
        await first.close()
        let second = try await Store(.file(folder.file()), schema: Library.self)
        let page = try await fixture.client(second.responses, .stored).fetch(Books.query())
        #expect(page.map(\.title) == ["Emma"])
        #expect(try await second.count(Books.self) == 0)
    }

    @Test("A text in another Unicode form is another request, for every cache")
    func spellings() async throws {
        for cache in try await caches() {
            let moment = Date(timeIntervalSince1970: 0)
            for (key, response) in [("\u{E9}", "composed"), ("e\u{301}", "decomposed")] {
                try await cache.save(
                    CachedResponse(
                        key: key, tag: nil, savedAt: moment, expiresAt: moment + 1, data: Data(response.utf8)),
                    at: moment)
            }
            #expect(try await cache.response(for: "\u{E9}")?.data == Data("composed".utf8))
            #expect(try await cache.response(for: "e\u{301}")?.data == Data("decomposed".utf8))
        }
    }

    @Test("The in-memory cache is bounded; the least recently used response is evicted first")
    func bound() async throws {
        let cache = MemoryResponseCache(maximumBytes: 30)
        let moment = Date(timeIntervalSince1970: 0)
        func save(_ key: String, bytes: Int) async {
            await cache.save(
                CachedResponse(
                    key: key, tag: nil, savedAt: moment, expiresAt: moment + 1, data: Data(count: bytes)),
                at: moment)
        }
        await save("a", bytes: 9)
        await save("b", bytes: 9)
        await save("c", bytes: 9)
        #expect(await cache.byteCount == 30)
        _ = await cache.response(for: "a")
        await save("d", bytes: 15)
        #expect(await cache.response(for: "a") != nil)
        #expect(await cache.response(for: "b") == nil)
        #expect(await cache.response(for: "c") == nil)
        #expect(await cache.response(for: "d") != nil)
        await save("a", bytes: 30)
        #expect(await cache.response(for: "a") == nil)
        #expect(await cache.byteCount == 16)
    }
}

extension TransportError {
    fileprivate static var offline: TransportError {
        TransportError(.offline, HTTPRequest(.get, URL(fileURLWithPath: "/")))
    }
}
#endif
