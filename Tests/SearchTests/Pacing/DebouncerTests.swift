import QuireSearch
import Testing
import TransportDoubles

@Suite("Debouncing", .timeLimit(.minutes(10))) struct DebouncerTests {
    private let clock = SteppedClock()
    private let log = Log()

    private func debouncer(_ delay: Duration = .milliseconds(100)) -> Debouncer<String> {
        Debouncer(delay: delay, clock: clock) { [log] in log.add($0) }
    }

    private func untilLogged(_ lines: [String]) async throws {
        try await eventually("\(lines)") { log.lines.count >= lines.count }
        #expect(log.lines == lines)
    }

    @Test("The last value of a series is delivered after a delay without new values")
    func series() async throws {
        let debouncer = debouncer()
        debouncer.send("a")
        await clock.untilBegun(1)
        clock.advance(by: .milliseconds(60))
        debouncer.send("b")
        await clock.untilBegun(2)
        clock.advance(by: .milliseconds(60))
        #expect(log.lines.isEmpty)
        clock.advance(by: .milliseconds(40))
        try await untilLogged(["b"])
    }

    @Test("A value sent twice within the delay is delivered, and delivered again the next time")
    func sameValue() async throws {
        let debouncer = debouncer()
        debouncer.send("a")
        await clock.untilBegun(1)
        debouncer.send("a")
        await clock.untilBegun(2)
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a"])
        debouncer.send("a")
        await clock.untilBegun(3)
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["a", "a"])
    }

    @Test("A flush delivers the waiting value before it returns, and only once")
    func flush() async {
        let debouncer = debouncer()
        debouncer.flush()
        debouncer.send("a")
        await clock.untilSleeping(1)
        debouncer.flush()
        #expect(log.lines == ["a"])
        await clock.untilSleeping(0)
        debouncer.flush()
        clock.advance(by: .seconds(1))
        #expect(log.lines == ["a"])
    }

    @Test("Cancelling drops the waiting value, and nothing sleeps any more")
    func cancel() async throws {
        let debouncer = debouncer()
        debouncer.send("a")
        await clock.untilSleeping(1)
        debouncer.cancel()
        await clock.untilSleeping(0)
        debouncer.flush()
        #expect(log.lines.isEmpty)
        debouncer.send("b")
        await clock.untilSleeping(1)
        clock.advance(by: .milliseconds(100))
        try await untilLogged(["b"])
    }

    @Test("A new delay applies from the next value on")
    func changedDelay() async throws {
        let debouncer = debouncer()
        debouncer.send("a")
        await clock.untilBegun(1)
        debouncer.delay = .milliseconds(300)
        #expect(clock.snapshot.deadlines.map(\.offset) == [.milliseconds(100)])
        debouncer.send("b")
        await clock.untilBegun(2)
        await clock.untilSleeping(1)
        #expect(clock.snapshot.deadlines.map(\.offset) == [.milliseconds(300)])
        #expect(debouncer.delay == .milliseconds(300))
        clock.advance(by: .milliseconds(300))
        try await untilLogged(["b"])
        debouncer.delay = .zero
        debouncer.send("c")
        #expect(log.lines == ["b", "c"])
    }

    @Test("Releasing the debouncer drops its waiting value and leaves no task behind")
    func deallocation() async {
        var debouncer: Debouncer<String>? = debouncer()
        weak let gone = debouncer
        debouncer?.send("a")
        await clock.untilSleeping(1)
        debouncer = nil
        #expect(gone == nil)
        await clock.untilSleeping(0)
        clock.advance(by: .seconds(1))
        #expect(log.lines.isEmpty)
    }

    @Test("Values from many threads are delivered once each, one at a time")
    func threads() async throws {
        let overlap = Log()
        let gate = OneAtATime()
        let debouncer = Debouncer<Int>(delay: .zero, clock: clock) { [log] value in
            if !gate.enter() { overlap.add("\(value)") }
            log.add("\(value)")
            gate.leave()
        }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for value in 0..<200 { debouncer.send(task * 200 + value) } }
            }
        }
        // Deliveries may still be running after all threads have sent.
        try await eventually("all values") { log.lines.count == 1_600 }
        #expect(overlap.lines.isEmpty)
        let values = log.lines.compactMap(Int.init)
        #expect(values.sorted() == Array(0..<1_600))
        for task in 0..<8 {
            let own = values.filter { $0 / 200 == task }
            #expect(own == own.sorted(), "task \(task)")
        }
    }

    @Test("The receiver may send: its value is delivered next")
    func reentry() {
        let box = Box()
        let debouncer = Debouncer<Int>(delay: .zero, clock: clock) { [log] value in
            if value < 3 { box.debouncer?.send(value + 1) }
            log.add("\(value)")
        }
        box.debouncer = debouncer
        debouncer.send(0)
        #expect(log.lines == ["0", "1", "2", "3"])
    }

    private final class Box: @unchecked Sendable {
        weak var debouncer: Debouncer<Int>?
    }
}
