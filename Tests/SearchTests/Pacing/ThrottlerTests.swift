import QuireSearch
import Testing
import TransportDoubles

@Suite("Throttling", .timeLimit(.minutes(10))) struct ThrottlerTests {
    private let clock = SteppedClock()
    private let log = Log()

    private func throttler(firesFirst: Bool = true) -> Throttler<String> {
        Throttler(interval: .milliseconds(100), firesFirst: firesFirst, clock: clock) { [log] in log.add($0) }
    }

    private func untilLogged(_ lines: [String]) async throws {
        try await eventually("\(lines)") { log.lines.count >= lines.count }
        #expect(log.lines == lines)
    }

    @Test("The first value is delivered immediately, then the newest at each tick")
    func series() async throws {
        let throttler = throttler()
        throttler.send("a")
        #expect(log.lines == ["a"])
        await clock.untilBegun(1)
        throttler.send("b")
        throttler.send("c")
        clock.advance(by: .milliseconds(99))
        #expect(log.lines == ["a"])
        clock.advance(by: .milliseconds(1))
        try await untilLogged(["a", "c"])
        await clock.untilBegun(2)
        throttler.send("c")
        throttler.send("c")
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a", "c", "c"])
        // A tick without a value: no sleeper remains after it.
        await clock.untilBegun(3)
        clock.advance(by: .milliseconds(100))
        await clock.untilSleeping(0)
        throttler.send("d")
        try await untilLogged(["a", "c", "c", "d"])
    }

    @Test("A series can begin with its first tick")
    func lateFirst() async throws {
        let throttler = throttler(firesFirst: false)
        throttler.send("a")
        #expect(log.lines.isEmpty)
        await clock.untilBegun(1)
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a"])
        await clock.untilBegun(2)
        throttler.send("b")
        throttler.send("c")
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a", "c"])
    }

    @Test("A new interval keeps the next tick unchanged")
    func changedInterval() async throws {
        let throttler = throttler()
        throttler.send("a")
        await clock.untilBegun(1)
        throttler.interval = .milliseconds(500)
        throttler.send("b")
        #expect(clock.snapshot.deadlines.map(\.offset) == [.milliseconds(100)])
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a", "b"])
        await clock.untilBegun(2)
        #expect(clock.snapshot.deadlines.map(\.offset) == [.milliseconds(600)])
        #expect(throttler.interval == .milliseconds(500))
    }

    @Test("A flush delivers the waiting value immediately, cancelling drops it, and the ticks continue")
    func flushAndCancel() async throws {
        let throttler = throttler()
        throttler.send("a")
        await clock.untilBegun(1)
        throttler.send("b")
        throttler.flush()
        #expect(log.lines == ["a", "b"])
        throttler.flush()
        throttler.send("c")
        throttler.cancel()
        throttler.flush()
        #expect(log.lines == ["a", "b"])
        #expect(clock.snapshot.deadlines.count == 1)
        throttler.send("d")
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a", "b", "d"])
    }

    @Test("Releasing the throttler drops its waiting value and leaves no task behind")
    func deallocation() async {
        var throttler: Throttler<String>? = throttler()
        throttler?.send("a")
        throttler?.send("b")
        await clock.untilSleeping(1)
        throttler = nil
        await clock.untilSleeping(0)
        #expect(log.lines == ["a"])
    }

    @Test("With an interval of zero, every value is delivered immediately")
    func zero() {
        let throttler = Throttler<String>(interval: .zero, clock: clock) { [log] in log.add($0) }
        for value in ["a", "a", "b"] { throttler.send(value) }
        #expect(log.lines == ["a", "a", "b"])
        #expect(clock.snapshot.begun == 0)
    }
}
