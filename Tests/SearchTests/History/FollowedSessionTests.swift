import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("A history that follows a session", .timeLimit(.minutes(10)))
struct FollowedSessionTests {
    private let clock = SteppedClock()
    private let engine = InMemoryEngine()

    private func screen() async -> (SearchSession<Books>, SearchHistory) {
        let values =
            (1...9).map { Books.Values(title: "Whale \($0)", age: $0) } + [.init(title: "Emma", age: 1)]
        await engine.add(Books.self, values: values)
        var draft = SearchDraft(Books.query().sort(by: \.title))
        draft.pageSize = 3
        let session = SearchSession(
            draft, source: EngineSource(ContentClient(engine: engine)), options: .init(pacing: .immediate))
        var options = SearchHistory.Options()
        options.clock = clock
        let history = SearchHistory(options: options)
        history.follow(session)
        return (session, history)
    }

    private func list(of history: SearchHistory, _ expected: [String]) async -> Bool {
        for await list in history.lists where list == expected { return true }
        return false
    }

    @Test("Submitted searches are recorded when their response arrives, typed ones after a second")
    func recorded() async throws {
        let (session, history) = await screen()
        session.text = "emma"
        session.search()
        #expect(await list(of: history, ["emma"]))
        session.type("wh")
        await clock.untilBegun(1)
        session.type("whale")
        await clock.untilBegun(2)
        #expect(history.searches == ["emma"])
        await clock.until { $0.deadlines.count == 1 }
        clock.advance(by: .seconds(1))
        #expect(await list(of: history, ["whale", "emma"]))
        // Further pages are not searches.
        history.remove("whale")
        session.loadMore()
        await session.settled()
        session.text = "whale 1"
        session.search()
        for await list in history.lists where list.first == "whale 1" { break }
        #expect(history.searches == ["whale 1", "emma"])
    }

    @Test("Typed text without matches is not recorded; submitted text is")
    func empty() async throws {
        let (session, history) = await screen()
        session.type("whale")
        await clock.untilBegun(1)
        session.type("whalex")
        await session.settled()
        // The search before it is discarded with it.
        await clock.untilSleeping(0)
        try await history.flush()
        #expect(history.searches == [])
        session.text = "whalex"
        session.search()
        #expect(await list(of: history, ["whalex"]))
    }

    @Test("Failed searches and searches without text are not recorded")
    func failed() async throws {
        let (session, history) = await screen()
        await engine.failNext(with: URLError(.timedOut))
        session.text = "whale"
        session.search()
        await session.settled()
        session.text = ""
        session.search()
        await session.settled()
        session.text = "emma"
        session.search()
        #expect(await list(of: history, ["emma"]))
    }

    @Test("Following retains neither the session nor the history, and ends with the session")
    func released() async throws {
        let (session, history) = await screen()
        weak var released: SearchSession<Books>?
        var task: Task<Void, Never>?
        do {
            let second = SearchSession(Books.query(), on: engine)
            released = second
            task = history.follow(second)
        }
        await task?.value
        #expect(released == nil)
        let third = history.follow(session)
        third.cancel()
        await third.value
    }
}
