import Foundation
import Quire
import QuireHTTP
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// A session on two engines: the origins in its states and events.
@Suite(.timeLimit(.minutes(10))) struct MirroredSessionTests {
    private func session(_ shop: Shop) -> SearchSession<Books> {
        SearchSession(shop.draft, source: shop.source, clock: shop.clock)
    }

    @Test(
        "The mirror's response is shown as preliminary, then replaced by the remote engine's; the events report both"
    )
    func localFirst() async throws {
        let shop = try await Shop(.localFirst)
        let session = session(shop)
        let events = session.events
        session.search()
        try await shop.local.untilAsked(1)
        try await shop.remote.untilAsked(1)
        shop.local.release()
        try await eventually("a preliminary state") { session.state.isPreliminary }
        #expect(session.state.origin == .local)
        #expect(session.state.items.map(\.title) == ["local"])
        shop.remote.release()
        let state = await session.settled()
        #expect(!state.isPreliminary)
        #expect(state.origin == .remote && state.failureOfOtherEngine == nil)
        #expect(state.items.map(\.title) == ["remote"])
        #expect(await lines(events, 3) == ["started -", "preliminary local", "delivered remote"])
    }

    @Test(
        "If the remote engine fails, the mirror's response stays with the error, and the next page comes from the mirror"
    )
    func localStays() async throws {
        let shop = try await Shop(.localFirst)
        await shop.local.memory.add(
            Books.self, (0..<30).map { Book(id: ContentID("\($0)"), values: .init(title: "t", age: $0)) })
        let session = session(shop)
        session.search()
        try await shop.remote.untilAsked(1)
        try await shop.local.untilAsked(1)
        shop.local.release()
        shop.remote.release(.failure(Shop.outage))
        let state = await session.settled()
        #expect(state.phase.error == nil)
        #expect(state.origin == .local)
        #expect(state.failureOfOtherEngine is TransportError)
        session.loadMore()
        try await shop.local.untilAsked(2)
        shop.local.release()
        #expect(await session.settled().items.count == 31)
        #expect(shop.remote.calls.count == 1)
    }

    @Test("A session with a new engine cancels running searches and reports this as events")
    func swap() async throws {
        let shop = try await Shop(.firstResponse)
        let session = session(shop)
        let events = session.events
        session.search()
        try await shop.remote.untilAsked(1)
        try await shop.local.untilAsked(1)
        session.use(shop.local.memory)
        try await eventually("both engines' end") { shop.isIdle }
        session.search()
        let state = await session.settled()
        #expect(state.items.map(\.title) == ["local"])
        #expect(await lines(events, 4) == ["started -", "sourceChanged -", "started -", "delivered remote"])
    }

    /// The first events, each with its origin.
    private func lines(_ events: AsyncStream<SearchEvent<Books>>, _ count: Int) async -> [String] {
        var lines: [String] = []
        for await event in events {
            let kind =
                switch event.kind {
                case .started: "started"
                case .preliminary: "preliminary"
                case .delivered: "delivered"
                case .cancelled(let reason): reason.rawValue
                default: "\(event.kind)"
                }
            lines.append("\(kind) \(event.origin?.rawValue ?? "-")")
            if lines.count == count { break }
        }
        return lines
    }
}
