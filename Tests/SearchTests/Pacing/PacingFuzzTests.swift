import Testing
import TransportDoubles

@testable import QuireSearch

/// Random typing, responses and return keys, on a clock that jumps.
@Suite("Pacing under random typing", .timeLimit(.minutes(60))) struct PacingFuzzTests {
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
