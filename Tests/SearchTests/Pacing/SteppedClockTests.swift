import Testing
import TransportDoubles

/// The clock that the other pacing tests control.
@Suite(.timeLimit(.minutes(10))) struct SteppedClockTests {
    @Test("A sleeper wakes when the clock reaches its deadline, not before")
    func wakesAtDeadline() async throws {
        let clock = SteppedClock()
        let log = Log()
        let task = Task {
            try await clock.sleep(for: .seconds(3))
            log.add("awake at \(clock.now.offset)")
        }
        await clock.untilSleeping(1)
        clock.advance(by: .seconds(2))
        #expect(clock.snapshot.deadlines == [SteppedClock.Instant(offset: .seconds(3))])
        #expect(log.lines.isEmpty)
        clock.advance(by: .seconds(1))
        try await task.value
        #expect(log.lines == ["awake at 3.0 seconds"])
    }

    @Test("Each step advances to the next deadline and wakes one sleeper")
    func steps() async throws {
        let clock = SteppedClock()
        let log = Log()
        var tasks: [Task<Void, any Error>] = []
        for (count, seconds) in [5, 2, 5, 1].enumerated() {
            tasks.append(
                Task {
                    try await clock.sleep(for: .seconds(seconds))
                    log.add("\(count)")
                })
            await clock.untilSleeping(count + 1)
        }
        for (index, expected) in [(3, 1), (1, 1), (0, 3), (2, 0)] {
            #expect(clock.step() == .seconds(expected))
            try await tasks[index].value
        }
        #expect(log.lines == ["3", "1", "0", "2"])
        #expect(clock.step() == nil)
    }

    @Test("A cancelled sleeper wakes immediately with an error; a cancelled task does not sleep")
    func cancellation() async throws {
        let clock = SteppedClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.untilSleeping(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.snapshot.deadlines.isEmpty)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(clock.snapshot.begun == 1)
    }

    @Test("A passed deadline does not suspend; a wait ends if its task is cancelled")
    func passedDeadlines() async throws {
        let clock = SteppedClock()
        try await clock.sleep(for: .zero)
        #expect(clock.snapshot.begun == 1)
        let waiting = Task { await clock.untilSleeping(7) }
        waiting.cancel()
        await waiting.value
    }
}
