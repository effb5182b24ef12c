import Testing
import TransportDoubles

@testable import QuireSearch

@Suite("The rhythm of adaptive pacing") struct RequestTimesTests {
    private let settings = AdaptivePacing()

    /// Requests that took these numbers of seconds, one after the other.
    private func times(_ seconds: [Double]) -> (RequestTimes, now: Duration) {
        var times = RequestTimes()
        var now = Duration.zero
        for (number, time) in seconds.enumerated() {
            times.began(number, at: now)
            now += .seconds(time)
            times.ended(number, end: .responded, at: now, settings: settings)
        }
        return (times, now)
    }

    @Test(
        "It follows the mean of the last five slow responses; a fast one makes it immediate again",
        arguments: [
            ([], .everyKeystroke), ([0.1, 0.49], .everyKeystroke), ([0.5], .throttled(.seconds(0.5))),
            ([1, 2], .throttled(.seconds(1.5))), ([3], .never), ([1, 1, 6, 4], .never),
            ([5, 5, 5, 0.4], .everyKeystroke), ([5, 5, 5, 0.4, 1], .throttled(.seconds(1))),
            // The first two no longer count.
            ([5, 5, 1, 1, 1, 1, 1], .throttled(.seconds(1))),
        ] as [([Double], RequestTimes.Rhythm)])
    func means(_ seconds: [Double], _ rhythm: RequestTimes.Rhythm) {
        let (times, now) = times(seconds)
        #expect(times.rhythm(at: now, settings) == rhythm)
    }

    @Test("A slow response expires after a while")
    func memory() {
        let (times, now) = times([4])
        #expect(times.rhythm(at: now + .seconds(19), settings) == .never)
        #expect(times.rhythm(at: now + .seconds(20), settings) == .everyKeystroke)
    }

    @Test("A running request counts as soon as it is slow, and can only slow the rhythm down")
    func running() {
        var times = RequestTimes()
        times.began(1, at: .zero)
        #expect(times.rhythm(at: .milliseconds(499), settings) == .everyKeystroke)
        #expect(times.rhythm(at: .milliseconds(500), settings) == .throttled(.milliseconds(500)))
        #expect(times.rhythm(at: .seconds(3), settings) == .never)
        times.ended(1, end: .responded, at: .seconds(4), settings: settings)
        times.began(2, at: .seconds(4))
        #expect(times.rhythm(at: .milliseconds(4_600), settings) == .never)
    }

    @Test("A failed or cancelled request can count as slow, never as fast; a superseded one does not count")
    func withoutResponse() {
        var (times, now) = times([4])
        times.began(7, at: now)
        times.ended(7, end: .gaveUp, at: now, settings: settings)
        #expect(times.rhythm(at: now, settings) == .never)
        times.began(8, at: now)
        times.ended(8, end: .responded, at: now, settings: settings)
        #expect(times.rhythm(at: now, settings) == .everyKeystroke)
        times.began(9, at: now)
        times.ended(9, end: .superseded, at: now + .seconds(5), settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .everyKeystroke)
        times.began(10, at: now)
        times.ended(10, end: .gaveUp, at: now + .seconds(5), settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .never)
        // An unknown request.
        times.ended(99, end: .responded, at: now, settings: settings)
        #expect(times.rhythm(at: now + .seconds(5), settings) == .never)
    }
}

/// Random typing, responses and return keys, on a clock that jumps.
@Suite("Pacing under random typing", .timeLimit(.minutes(10))) struct PacingFuzzTests {
    /// What a session does with the steps, and what it knows.
    private struct Player {
        var state: PacingState
        var generator: SeededGenerator
        var now = Duration.zero
        var deadline: Duration?
        /// The number of the newest keystroke, and of the newest one that was searched or reported as dropped.
        var typed = 0
        var handled = 0
        /// The times of the searches.
        var searches: [Duration] = []
        var drops = 0
        /// How often a keystroke was searched after others were dropped.
        var recoveries = 0
        private var isDropping = false
        private var requests: [Int] = []
        private var lastRequest = 0
        var problems: [String] = []

        init(_ pacing: SearchPacing, seed: UInt64) {
            state = PacingState(pacing)
            generator = SeededGenerator(seed: seed)
        }

        mutating func play(_ steps: Int) {
            for _ in 0..<steps {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<5:
                    typed += 1
                    take(state.typed(at: now), "typed")
                case 5: flush()
                case 6: endRequests()
                default: wait(.milliseconds(Int.random(in: 0...400, using: &generator)))
                }
                check()
            }
            // Typing has ended: whatever waits is eventually searched or dropped.
            while deadline != nil { wait(.seconds(1)) }
            if state.isWaiting || handled != typed { problems.append("keystroke \(typed) is forgotten") }
        }

        private mutating func flush() {
            take(state.flushed(), "flushed")
            handled = typed
            begin()
        }

        private mutating func wait(_ time: Duration) {
            let end = now + time
            while let next = deadline, next <= end {
                now = next
                deadline = nil
                take(state.fired(at: now), "fired")
            }
            now = end
        }

        private mutating func take(_ step: PacingState.Step, _ what: String) {
            switch step.timer {
            case .stays: break
            case .stops: deadline = nil
            case .starts(let delay): deadline = now + delay
            }
            if step.searches, step.drops { problems.append("\(what): searched and dropped") }
            if step.searches || step.drops {
                if handled == typed { problems.append("\(what): keystroke \(typed) twice") }
                handled = typed
            }
            if step.searches {
                searches.append(now)
                begin()
                if isDropping { recoveries += 1 }
                isDropping = false
            }
            if step.drops {
                drops += 1
                isDropping = true
            }
        }

        private mutating func begin() {
            lastRequest += 1
            requests.append(lastRequest)
            state.began(lastRequest, at: now)
        }

        /// The oldest request, or all of them.
        private mutating func endRequests() {
            let count = Bool.random(using: &generator) ? min(1, requests.count) : requests.count
            for number in requests.prefix(count) {
                state.ended(number, Bool.random(using: &generator) ? .responded : .gaveUp, at: now)
            }
            requests.removeFirst(count)
        }

        private mutating func check() {
            if state.isWaiting != (handled != typed) {
                problems.append("waiting \(state.isWaiting) at \(typed)")
            }
            if state.isWaiting, deadline == nil { problems.append("keystroke \(typed) waits for nothing") }
        }
    }

    @Test(
        "No keystroke is forgotten or searched twice, and none waits without a timer",
        arguments: [
            SearchPacing.immediate, .debounced(.milliseconds(100)), .debounced(.zero),
            .throttled(.milliseconds(150)), .adaptive(),
            .adaptive(
                .init(slow: .milliseconds(100), tooSlow: .milliseconds(800), window: 2, memory: .seconds(2))),
        ])
    func keystrokes(_ pacing: SearchPacing) {
        for seed in 0..<40 as Range<UInt64> {
            var player = Player(pacing, seed: seed)
            player.play(500)
            #expect(player.problems.prefix(3) == [], "seed \(seed)")
            #expect(!player.searches.isEmpty)
        }
    }

    @Test("A throttled pacing never searches twice within its interval")
    func spacing() {
        for seed in 0..<40 as Range<UInt64> {
            var player = Player(.throttled(.milliseconds(150)), seed: seed)
            player.play(500)
            for (first, second) in zip(player.searches, player.searches.dropFirst()) {
                #expect(second - first >= .milliseconds(150), "seed \(seed)")
            }
        }
    }

    @Test("An adaptive pacing starts dropping keystrokes, and later searches for them again")
    func adaptive() {
        var (dropped, recovered) = (0, 0)
        for seed in 0..<40 as Range<UInt64> {
            var player = Player(
                .adaptive(.init(slow: .milliseconds(100), tooSlow: .milliseconds(800))), seed: seed)
            player.play(500)
            dropped += player.drops
            recovered += player.recoveries
        }
        #expect(dropped > 100)
        #expect(recovered > 100)
    }
}
