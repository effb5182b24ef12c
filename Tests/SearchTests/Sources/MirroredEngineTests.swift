import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// A remote engine and its mirror as one engine of a `ContentClient`.
@Suite(.timeLimit(.minutes(10))) struct MirroredEngineTests {
    @Test("A page from the mirror has the mirror as its origin")
    func origin() async throws {
        let remote = try await Self.memory("remote", 1)
        let local = try await Self.memory("local", 1)
        let content = ContentClient(engine: remote.mirrored(by: local))
        let first = try await content.fetch(Books.query())
        #expect(!first.isLocal)
        #expect(first.map(\.title) == ["remote-1"])
        await remote.failAll(with: URLError(.notConnectedToInternet))
        let second = try await content.fetch(Books.query())
        #expect(second.isLocal)
        #expect(second.map(\.title) == ["local-1"])
        #expect(try await content.count(Books.query()) == 1)
        #expect(try await content.fetchData(Books.query()).isEmpty == false)
    }

    @Test("In a client, local first returns the remote engine's response, or else the mirror's")
    func localFirst() async throws {
        let remote = try await Self.memory("remote", 1)
        let local = try await Self.memory("local", 1)
        let content = ContentClient(engine: remote.mirrored(by: local, .localFirst))
        #expect(try await content.fetch(Books.query()).isLocal == false)
        await remote.failAll(with: Shop.refusal)
        #expect(try await content.fetch(Books.query()).isLocal)
    }

    @Test("A cursor is used with the engine that created it, and fails if that engine fails")
    func cursors() async throws {
        let remote = try await Self.memory("remote", 3)
        let local = try await Self.memory("local", 3)
        let content = ContentClient(engine: remote.mirrored(by: local))
        let query = Books.query().page(.cursor(nil, limit: 2))
        let first = try await content.fetch(query)
        await remote.failNext(with: URLError(.timedOut))
        await #expect(throws: URLError.self) { try await first.next() }
        #expect(try await first.next()?.map(\.title) == ["remote-3"])

        await remote.failNext(with: URLError(.timedOut))
        let ofMirror = try await content.fetch(query)
        #expect(ofMirror.isLocal)
        let next = try #require(try await ofMirror.next())
        #expect(next.isLocal)
        #expect(next.map(\.title) == ["local-3"])
    }

    @Test(
        "The next page comes from the first page's engine, and fails if it fails; a page by number races again"
    )
    func numberedPages() async throws {
        let remote = try await Self.memory("remote", 5)
        let local = try await Self.memory("local", 5)
        let content = ContentClient(engine: remote.mirrored(by: local))
        for query in [Books.query().page(1, size: 2), Books.query().page(.offset(0, limit: 2))] {
            await remote.failNext(with: URLError(.timedOut))
            let first = try await content.fetch(query)
            let second = try #require(try await first.next())
            #expect(first.isLocal && second.isLocal)
            #expect(second.map(\.title) == ["local-3", "local-4"])
            #expect(try await second.next()?.map(\.title) == ["local-5"])

            let ofRemote = try await content.fetch(query)
            await remote.failNext(with: URLError(.timedOut))
            await #expect(throws: URLError.self) { try await ofRemote.next() }
            #expect(try await ofRemote.next()?.map(\.title) == ["remote-3", "remote-4"])
        }
        await remote.failNext(with: URLError(.timedOut))
        #expect(
            try await content.fetch(Books.query().page(2, size: 2)).map(\.title) == ["local-3", "local-4"])
    }

    @Test("All items are read from one engine if only one of the two supports cursors")
    func allByNumbers() async throws {
        let remote = try await Self.memory("remote", 5)
        let local = HeldEngine(try await Self.memory("local", 5), holds: false) { $0.supportsCursors = false }
        await remote.failNext(with: URLError(.timedOut))
        let content = ContentClient(engine: remote.mirrored(by: local))
        var titles: [String] = []
        for try await book in content.all(Books.query().page(1, size: 2)) { titles.append(book.title) }
        #expect(titles == (1...5).map { "local-\($0)" })
    }

    @Test("A cursor of another engine is rejected")
    func foreignCursor() async throws {
        let remote = try await Self.memory("remote", 3)
        let content = ContentClient(engine: remote.mirrored(by: try await Self.memory("local", 3)))
        let cursor = try #require(
            try await ContentClient(engine: remote).fetch(Books.query().page(.cursor(nil, limit: 2)))
                .nextCursor)
        await #expect(throws: QueryError.self) {
            try await content.fetch(Books.query().page(.cursor(cursor, limit: 2)))
        }
    }

    @Test("All items are read from one engine, even if it fails in between")
    func all() async throws {
        let remote = try await Self.memory("remote", 5)
        let local = try await Self.memory("local", 5)
        await remote.failNext(with: URLError(.timedOut))
        let content = ContentClient(engine: remote.mirrored(by: local))
        var titles: [String] = []
        for try await book in content.all(Books.query().page(1, size: 2)) { titles.append(book.title) }
        #expect(titles == (1...5).map { "local-\($0)" })
    }

    @Test("Two engines support what both support; one engine supports its own capabilities")
    func capabilities() async throws {
        var most = InMemoryEngine().capabilities
        most.sortsByLanguage = true
        most.supportsDeviceSegments = true
        most.offlinePolicies = true
        most.disjunctiveFacets = true
        most.maximumPageSize = 100
        let least = EngineCapabilities(
            name: "least", operations: [.equal, .like], sortsByValue: false, supportsNullOrdering: false,
            supportsCursors: false, countsTotal: false, fullText: false, facets: false, includes: false)
        let memory = InMemoryEngine()
        let rich = HeldEngine(memory) { $0 = most }
        let poor = HeldEngine(memory) { $0 = least }
        let both = rich.mirrored(by: poor).capabilities
        func flags(_ capabilities: EngineCapabilities) -> [Bool] {
            Mirror(reflecting: capabilities).children.compactMap { $0.value as? Bool }
        }
        #expect(!flags(both).contains(true))
        #expect(both.operations == [.equal, .like])
        #expect(both.maximumPageSize == 100)
        #expect(rich.mirrored(by: rich).capabilities.operations == most.operations)
        #expect(!flags(rich.mirrored(by: rich).capabilities).contains(false))
        #expect(rich.mirrored(by: poor, .remoteOnly).capabilities == most)
        #expect(rich.mirrored(by: poor, .localOnly).capabilities == least)
    }

    @Test("Two engines reject what the first one rejects, or what neither supports")
    func validation() async throws {
        let able = InMemoryEngine()
        let unable = RefusingEngine(memory: able)
        let request = Books.query().where(\.title, contains: "x").request
        let decoder = ItemDecoder.content(of: Books.self)
        let strategies: [MirrorStrategy] = [
            .remoteOnly, .localOnly, .fallBackOnFailure, .fallBackOnTimeout(.seconds(60)), .firstResponse,
            .localFirst,
        ]
        for strategy in strategies {
            let pairs: [any ContentEngine] = [
                able.mirrored(by: able, strategy), able.mirrored(by: unable, strategy),
                unable.mirrored(by: able, strategy), unable.mirrored(by: unable, strategy),
            ]
            for (index, engine) in pairs.enumerated() {
                let searched = await Self.error { _ = try await engine.search([request], decoding: decoder) }
                let validated = await Self.error { try engine.validate(request) }
                #expect(
                    searched as? UnsupportedError == validated as? UnsupportedError, "\(strategy), \(index)")
                #expect((searched == nil) == (validated == nil), "\(strategy), \(index)")
            }
            #expect(throws: UnsupportedError.self) {
                try unable.mirrored(by: unable, strategy).validate(request)
            }
        }
    }

    private static func error(_ body: () async throws -> Void) async -> (any Error)? {
        do { try await body() } catch { return error }
        return nil
    }

    /// An engine that rejects everything.
    private struct RefusingEngine: ContentEngine {
        let memory: InMemoryEngine

        var capabilities: EngineCapabilities { memory.capabilities }

        private static let refusal = UnsupportedError(
            engine: "refusing", node: "anything", hint: "ask another")

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] { throw Self.refusal }

        func searchData(_ request: SearchRequest) async throws -> Data { throw Self.refusal }

        func validate(_ request: SearchRequest) throws { throw Self.refusal }

        func explain(_ request: SearchRequest) throws -> String { throw Self.refusal }
    }

    @Test("Writes go to the remote engine")
    func writes() async throws {
        let remote = InMemoryEngine()
        let local = InMemoryEngine()
        let content = ContentClient(engine: remote.mirrored(by: local, .localFirst))
        try await content.create(Book(id: "1", values: .init(title: "Emma", age: 12)))
        #expect(await remote.writes.count == 1)
        #expect(await local.writes.isEmpty)
    }

    @Test("An explanation shows the requests to both engines")
    func explained() async throws {
        let engine = InMemoryEngine().mirrored(by: InMemoryEngine(), .firstResponse)
        let text = try engine.explain(Books.query().request)
        #expect(
            text == """
                strategy: firstResponse
                remote: memory: books, standard

                on this device: memory: books, standard
                """)
    }

    private static func memory(_ name: String, _ count: Int) async throws -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            (1...count).map { Book(id: "\($0)", values: .init(title: "\(name)-\($0)", age: 1)) })
        return engine
    }
}
