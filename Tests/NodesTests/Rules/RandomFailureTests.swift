import Foundation
import Quire
import QuireCluster
import Testing
import TransportDoubles

/// Nodes that fail at random, and the invariants of a pool.
@Suite struct RandomFailureTests {
    private static let settings = NodeSettings(
        timeout: .seconds(30), attemptTimeout: .seconds(1), writeAttemptTimeout: .seconds(1),
        pause: .seconds(5),
        writePatience: .seconds(6), readPatience: .zero)

    /// Seconds, for sums.
    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private func behaviour(_ generator: inout SeededGenerator, _ health: Double) -> NodesDouble.Behaviour {
        if Double.random(in: 0..<1, using: &generator) < health {
            return .respondsAfter(.milliseconds(Int.random(in: 0...900, using: &generator)), 200)
        }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return .fails(.connectionRefused)
        case 1: return .fails(.connectionLost)
        case 2: return .hangs
        case 3: return .responses(503, ["Retry-After": "\(Int.random(in: 0...9, using: &generator))"])
        case 4: return .responses(429)
        case 5: return .responses(404)
        default: return .responses(500)
        }
    }

    /// A node's pause, recorded by the test from its observations.
    private struct Marks {
        var paused: [ContinuousClock.Instant?]
        var held: [ContinuousClock.Instant?]
        init(_ count: Int) {
            paused = Array(repeating: nil, count: count)
            held = paused
        }
    }

    @Test(
        "Reads try a node at most twice, and never a paused one before every healthy one",
        arguments: 0..<40)
    func reads(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...5, using: &generator)
        let health = Double.random(in: 0...1, using: &generator)
        let nodes = NodesDouble(Array(repeating: .responses(200), count: count))
        let pool = nodes.pool(Self.settings)
        var marks = Marks(count)
        for _ in 0..<60 {
            for node in 0..<count { nodes[node] = behaviour(&generator, health) }
            nodes.clock.advance(.milliseconds(Int.random(in: 0...4_000, using: &generator)))
            nodes.forget()
            let start = nodes.clock.clock.now()
            _ = await failure { try await pool.send(.search) }
            let attempts = nodes.attempts
            #expect(attempts.count <= 2 * count)
            #expect(nodes.clock.clock.now() <= start + .seconds(30))
            var inPass: Set<Int> = []
            for attempt in attempts {
                if inPass.contains(attempt.node) { inPass = [] }
                if let held = marks.held[attempt.node] { #expect(attempt.start >= held) }
                if let until = marks.paused[attempt.node], attempt.start < until {
                    let better = (0..<count).filter { node in
                        !inPass.contains(node) && node != attempt.node
                            && (marks.paused[node].map { $0 <= attempt.start } ?? true)
                    }
                    #expect(
                        better.isEmpty,
                        "node \(attempt.node) was tried during its pause, and \(better) were healthy"
                    )
                }
                inPass.insert(attempt.node)
                switch nodes[attempt.node] {
                case .responses(404, _, _):
                    marks.paused[attempt.node] = nil
                    marks.held[attempt.node] = nil
                case .respondsAfter(let time, _) where attempt.start + time < attempt.deadline.instant ?? .now:
                    marks.paused[attempt.node] = nil
                    marks.held[attempt.node] = nil
                case .responses(503, let headers, _):
                    let hold = Duration.seconds(Int(headers["Retry-After"] ?? "") ?? 0)
                    marks.held[attempt.node] = attempt.start + hold
                    marks.paused[attempt.node] = max(
                        marks.paused[attempt.node] ?? attempt.start, attempt.start + hold)
                case .hangs:
                    let took = attempt.time ?? .zero
                    let until = attempt.start + took + .seconds(5)
                    // A failure with less than the full timeout does not count.
                    if took >= .seconds(1) {
                        marks.paused[attempt.node] = max(marks.paused[attempt.node] ?? until, until)
                    }
                default:
                    let until = attempt.start + .seconds(5)
                    marks.paused[attempt.node] = max(marks.paused[attempt.node] ?? until, until)
                }
            }
        }
    }

    @Test(
        "Writes stay within patience and deadline, and non-repeatable ones arrive at most once",
        arguments: 0..<40)
    func writes(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: 1_000 + seed)
        let count = Int.random(in: 1...4, using: &generator)
        let health = Double.random(in: 0...0.7, using: &generator)
        let nodes = NodesDouble(Array(repeating: .responses(200), count: count))
        let pool = nodes.pool(Self.settings)
        for _ in 0..<25 {
            for node in 0..<count { nodes[node] = behaviour(&generator, health) }
            nodes.clock.advance(.milliseconds(Int.random(in: 0...4_000, using: &generator)))
            nodes.forget()
            let isOnce = Bool.random(using: &generator)
            let start = nodes.clock.clock.now()
            _ = await failure { try await pool.send(isOnce ? .once : .write) }
            let attempts = nodes.attempts
            #expect(nodes.clock.clock.now() <= start + .seconds(30))
            // Waits are at least 0.05 s, then 0.1, 0.2, and then a quarter of a second.
            let passes = 4 + Int((Self.seconds(Self.settings.writePatience) - 0.35) / 0.25) + 1
            #expect(attempts.count <= passes * count)
            // A pass that began in time is completed.
            let last = attempts.last.map { start.duration(to: $0.start) } ?? .zero
            #expect(last <= Self.settings.writePatience + .seconds(count))
            if isOnce {
                let arrived = attempts.filter { attempt in
                    if case .fails(.connectionRefused) = nodes[attempt.node] { false } else { true }
                }
                #expect(arrived.count <= 1)
            }
        }
    }

    @Test(
        "The rotation is fair: healthy nodes get the same number of reads, whatever the others do",
        arguments: 0..<20)
    func fairness(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: 2_000 + seed)
        let nodes = NodesDouble(Array(repeating: .responses(200), count: 4))
        let pool = nodes.pool(Self.settings)
        for _ in 0..<200 {
            nodes[3] = Bool.random(using: &generator) ? .responses(200) : .fails(.connectionRefused)
            nodes.clock.advance(.milliseconds(Int.random(in: 0...2_000, using: &generator)))
            _ = try await pool.send(.search)
        }
        let counts = (0..<3).map { node in nodes.order.count { $0 == node } }
        let (most, least) = (counts.max() ?? 0, counts.min() ?? 0)
        #expect(most - least <= 1, "\(counts)")
    }
}
