import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import SampleModules
import Testing
import TransportDoubles

/// Each policy with each state of the server.
@Suite("Offline: policies", .timeLimit(.minutes(10)))
struct PolicyTests {
    private static let query = Books.query().where(\.age >= 7).page(1, size: 2)
    private static let savedAt = Date(timeIntervalSince1970: 1_000_000)

    /// A server that has responded once, with a cache that contains the response.
    private func kept(_ mood: OfflineFixture.Mood) async throws -> (OfflineFixture, MemoryResponseCache) {
        let fixture = try OfflineFixture(timeout: mood == .slow ? .milliseconds(200) : .seconds(900))
        let cache = MemoryResponseCache()
        fixture.response(OfflineFixture.page([("1", "Emma"), ("2", "Persuasion")]))
        if mood == .slow {
            // The first response must not depend on the short deadline on a busy machine.
            let key = try await fixture.halo.cacheKey(Self.query.request)
            await cache.save(
                CachedResponse(
                    key: "search \(key)", tag: nil, savedAt: Self.savedAt,
                    expiresAt: Self.savedAt + 172_800,
                    data: Data(OfflineFixture.page([("1", "Emma"), ("2", "Persuasion")]).utf8)),
                at: Self.savedAt)
        } else {
            let page = try await fixture.client(cache).fetch(Self.query)
            #expect(page.origin == .network)
        }
        fixture.response(OfflineFixture.page([("3", "Sanditon")]))
        fixture.become(mood)
        return (fixture, cache)
    }

    private func expectError(
        _ mood: OfflineFixture.Mood, _ body: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            try await body()
            Issue.record("no error", sourceLocation: sourceLocation)
        } catch let error as HALOError {
            #expect(error.status == mood.status, sourceLocation: sourceLocation)
        } catch let error as TransportError {
            #expect(mood.status == nil, sourceLocation: sourceLocation)
            #expect(
                (error.kind == .timedOut) == (mood == .slow), "\(error)", sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    @Test("network: a response or an error, and nothing is cached", arguments: OfflineFixture.Mood.allCases)
    func network(_ mood: OfflineFixture.Mood) async throws {
        let (fixture, cache) = try await kept(mood)
        let bytes = await cache.byteCount
        let query = Self.query.offline(.network)
        if mood == .answering {
            let page = try await fixture.client(cache).fetch(query)
            #expect(page.map(\.title) == ["Sanditon"])
            #expect(page.origin == .network)
        } else {
            await expectError(mood) { _ = try await fixture.client(cache).fetch(query) }
        }
        #expect(await cache.byteCount == bytes)
    }

    @Test(
        "networkElseStored: the cached response replaces a missing network and a failing server, not a rejection",
        arguments: OfflineFixture.Mood.allCases)
    func networkElseStored(_ mood: OfflineFixture.Mood) async throws {
        let (fixture, cache) = try await kept(mood)
        switch mood {
        case .answering:
            let page = try await fixture.client(cache).fetch(Self.query)
            #expect(page.map(\.title) == ["Sanditon"])
            #expect(page.origin == .network)
            let stored = try await fixture.client(cache).fetch(Self.query.offline(.stored))
            #expect(stored.map(\.title) == ["Sanditon"])
        case .dead, .slow, .failing, .busy:
            let page = try await fixture.client(cache).fetch(Self.query)
            #expect(page.map(\.title) == ["Emma", "Persuasion"])
            #expect(page.origin == .stored(at: Self.savedAt))
            #expect(page.pageInfo == PageInfo(page: 1, limit: 2, offset: 0, totalItems: 8))
        case .badRequest, .unauthorized, .forbidden, .notFound:
            await expectError(mood) { _ = try await fixture.client(cache).fetch(Self.query) }
        }
        #expect(fixture.problems.steps.isEmpty)
    }

    @Test(
        "networkElseStored: without a cached response, the network's error is thrown",
        arguments: OfflineFixture.Mood.allCases.filter { $0 != .answering })
    func nothingKept(_ mood: OfflineFixture.Mood) async throws {
        let (fixture, cache) = try await kept(mood)
        await expectError(mood) { _ = try await fixture.client(cache).fetch(Self.query.page(2, size: 2)) }
    }

    @Test(
        "stored: the cached response is returned, and nothing is sent",
        arguments: OfflineFixture.Mood.allCases)
    func stored(_ mood: OfflineFixture.Mood) async throws {
        let (fixture, cache) = try await kept(mood)
        let sent = fixture.server.requestCount
        let content = fixture.client(cache, .stored)
        let page = try await content.fetch(Self.query)
        #expect(page.map(\.title) == ["Emma", "Persuasion"])
        #expect(page.origin == .stored(at: Self.savedAt))
        let error = await #expect(throws: NotStoredError.self) {
            try await content.fetch(Self.query.page(2, size: 2))
        }
        #expect(error?.subject == "books")
        #expect(fixture.server.requestCount == sent)
    }

    @Test("A cancelled call throws, whatever is cached")
    func cancelled() async throws {
        let (fixture, cache) = try await kept(.answering)
        fixture.become(.slow)
        let sent = fixture.server.requestCount
        let client = fixture.client(cache)
        let running = Task { try await client.fetch(Self.query) }
        try await eventually { fixture.server.requestCount > sent }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test(
        "The cached response is used if a token failed for lack of a network, not if it was rejected",
        arguments: [(AuthorizationError.Kind.unavailable, true), (.rejected, false), (.notLoggedIn, false)])
    func authorization(_ kind: AuthorizationError.Kind, _ standsIn: Bool) async throws {
        struct Provider: AuthorizationProvider {
            var kind: AuthorizationError.Kind

            func authorization(replacing rejected: String?) throws -> String? {
                throw authorizationError(kind)
            }
        }
        let (fixture, cache) = try await kept(.answering)
        let halo = HALOEngine(baseURL: fixture.server.url, authorization: Provider(kind: kind))
        let settings = OfflineSettings().at { Self.savedAt + 1 }
        let content = ContentClient(engine: halo.offline(in: cache, settings: settings))
        if standsIn {
            #expect(try await content.fetch(Self.query).origin == .stored(at: Self.savedAt))
        } else {
            let error = await #expect(throws: AuthorizationError.self) {
                try await content.fetch(Self.query)
            }
            #expect(error?.kind == kind)
        }
    }

    @Test("An engine without a cache rejects policies that need one")
    func plainEngine() async throws {
        let fixture = try OfflineFixture()
        let content = ContentClient(engine: fixture.halo)
        for policy in [OfflinePolicy.stored, .networkElseStored] {
            let error = await #expect(throws: UnsupportedError.self) {
                try await content.fetch(Self.query.offline(policy))
            }
            #expect(error?.hint.contains("offline(in: store)") == true)
        }
        #expect(try await content.fetch(Self.query.offline(.network, tag: "t")).isEmpty)
    }
}
