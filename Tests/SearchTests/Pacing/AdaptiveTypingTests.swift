import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("A session that adapts to its engine's speed", .timeLimit(.minutes(10))) struct AdaptiveTypingTests {
    private let clock = SteppedClock()
    private let engine = HeldEngine(InMemoryEngine())

    private func session() -> SearchSession<Books> {
        SearchSession(Books.query(), on: engine, options: .init(pacing: .adaptive()), clock: clock)
    }

    private func texts() -> [String] {
        engine.calls.map { calls in
            guard case .all(let text, _)? = calls.first?.text?.query else { return "" }
            return text
        }
    }

    @Test("While responses are fast, each keystroke is searched")
    func fast() async throws {
        let session = session()
        for (count, text) in ["w", "wh", "wha"].enumerated() {
            session.type(text)
            try await engine.untilAsked(count + 1)
            clock.advance(by: .milliseconds(400))
            engine.release()
            await session.settled()
        }
        #expect(texts() == ["w", "wh", "wha"])
        #expect(clock.snapshot.begun == 0)
    }

    @Test(
        "After a slow response, typing is searched once per response time, with the newest text")
    func throttled() async throws {
        let session = session()
        session.type("w")
        try await engine.untilAsked(1)
        clock.advance(by: .seconds(1))
        engine.release()
        await session.settled()
        session.type("wh")
        try await engine.untilAsked(2)
        await clock.untilSleeping(1)
        session.type("wha")
        session.type("whal")
        #expect(clock.snapshot.deadlines.map(\.offset) == [.seconds(2)])
        #expect(texts() == ["w", "wh"])
        clock.advance(by: .seconds(1))
        try await engine.untilAsked(3)
        engine.release()
        engine.release()
        let state = await session.settled()
        #expect(texts() == ["w", "wh", "whal"])
        #expect(state.draft.text == "whal")
    }

    @Test(
        "If responses are too slow, keystrokes are reported as dropped until the return key; a fast response ends this"
    )
    func tooSlow() async throws {
        let session = session()
        let events = session.events
        let log = Log()
        let listener = Task {
            for await event in events {
                if case .dropped = event.kind { log.add("\(event.text) after \(event.number)") }
            }
        }
        session.type("w")
        try await engine.untilAsked(1)
        clock.advance(by: .seconds(3))
        engine.release()
        await session.settled()
        session.type("wh")
        session.type("wha")
        let waiting = await session.settled()
        #expect(waiting.draft.text == "w")
        #expect(texts() == ["w"])
        session.submit()
        try await engine.untilAsked(2)
        engine.release()
        let submitted = await session.settled()
        #expect(submitted.draft.text == "wha")
        session.type("whal")
        try await engine.untilAsked(3)
        engine.release()
        let typed = await session.settled()
        #expect(typed.draft.text == "whal")
        try await eventually("the events") { log.lines.count == 2 }
        #expect(log.lines == ["wh after 1", "wha after 1"])
        listener.cancel()
    }

    @Test("Replacing the engine resets the pacing")
    func newEngine() async throws {
        let session = session()
        session.type("w")
        try await engine.untilAsked(1)
        clock.advance(by: .seconds(9))
        engine.release()
        await session.settled()
        let other = HeldEngine(InMemoryEngine())
        session.use(other)
        session.type("wh")
        try await other.untilAsked(1)
        other.release()
        await session.settled()
        #expect(texts() == ["w"])
    }
}
