import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

@Suite("Progress: whether a screen should show activity", .timeLimit(.minutes(10))) struct ProgressTests {
    private let clock = SteppedClock()
    private let engine = HeldEngine(InMemoryEngine())
    private let log = Log()

    private func session() -> SearchSession<Books> {
        SearchSession(Books.query(), on: engine, options: .init(pacing: .immediate), clock: clock)
    }

    /// Records the values it receives; ends with the stream.
    private func listen(to progress: AsyncStream<Bool>) -> Task<Void, Never> {
        Task { [log] in for await isBusy in progress { log.add("\(isBusy)") } }
    }

    private func untilLogged(_ lines: [String]) async throws {
        try await eventually("\(lines)") { log.lines.count >= lines.count }
        #expect(log.lines == lines)
    }

    @Test(
        "A request that is faster than the grace delay is not reported; a slow one is reported once, and its end once"
    )
    func grace() async throws {
        let session = session()
        let listener = listen(to: session.progress(after: .milliseconds(300)))
        session.search()
        try await engine.untilAsked(1)
        await clock.untilSleeping(1)
        clock.advance(by: .milliseconds(299))
        engine.release()
        await clock.untilSleeping(0)
        session.search()
        try await engine.untilAsked(2)
        await clock.untilSleeping(1)
        clock.advance(by: .milliseconds(300))
        try await untilLogged(["true"])
        engine.release()
        try await untilLogged(["true", "false"])
        listener.cancel()
    }

    @Test("Overlapping requests are one period of activity, also if one of them fails or is cancelled")
    func overlapping() async throws {
        let session = session()
        let listener = listen(to: session.progress(after: .milliseconds(300)))
        session.search()
        try await engine.untilAsked(1)
        await clock.untilSleeping(1)
        clock.advance(by: .milliseconds(200))
        let second = session.search()
        session.search()
        try await engine.untilAsked(3)
        engine.release(.failure(CancellationError()))
        session.cancel(second)
        try await eventually("the cancellation") { engine.running == 1 }
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["true"])
        engine.release()
        try await untilLogged(["true", "false"])
        listener.cancel()
    }

    @Test(
        "Without a grace delay every request is reported, including one already running; the stream ends with the session"
    )
    func everything() async throws {
        var session: SearchSession<Books>? = session()
        session?.search()
        try await engine.untilAsked(1)
        guard let progress = session?.progress(after: .zero) else { return }
        let listener = listen(to: progress)
        try await untilLogged(["true"])
        engine.release()
        try await untilLogged(["true", "false"])
        session?.search()
        try await untilLogged(["true", "false", "true"])
        session = nil
        await listener.value
        #expect(log.lines == ["true", "false", "true", "false"])
        #expect(clock.snapshot.begun == 0)
    }

    @Test("A listener that stops leaves no task behind")
    func leaving() async throws {
        let session = session()
        let listener = listen(to: session.progress())
        session.search()
        await clock.untilSleeping(1)
        listener.cancel()
        await clock.untilSleeping(0)
        // A stream that nobody reads.
        _ = session.progress()
        session.search()
        try await engine.untilAsked(2)
        engine.release()
        engine.release()
        await session.settled()
        #expect(log.lines.isEmpty)
        #expect(clock.snapshot.begun == 1)
    }
}
