import Foundation
import QuireHTTP
import QuireToolbox

/// A pool's knowledge of its nodes, shared by all calls.
final class NodeState: Sendable {
    /// Where to send reads that must see earlier writes.
    enum Leader {
        case known(Int)
        /// - Parameters:
        ///   - candidates: The nodes to ask, in order. Empty if asking failed a moment ago.
        ///   - version: The number of writes that the result covers.
        case unknown(candidates: [Int], version: UInt64)
    }

    /// After a failed search for a leader, nobody asks again for this long.
    private static let leaderPause = Duration.milliseconds(250)
    /// The longest `Retry-After` that is honoured.
    private static let longestHold = Duration.seconds(300)

    let events = Broadcast<NodeEvent>(kept: 256, replays: false)
    private let addresses: [String]
    private let settings: NodeSettings
    private let clock: TransportClock
    private let state: Locked<State>

    private struct State {
        var marks: NodeMarks
        var writer: Int?
        var writes: UInt64 = 0
        var leader: (node: Int, writes: UInt64)?
        var noLeaderUntil: ContinuousClock.Instant?
    }

    init(
        _ addresses: [String], _ settings: NodeSettings, clock: TransportClock,
        random: @Sendable () -> Double
    ) {
        self.addresses = addresses
        self.settings = settings
        self.clock = clock
        // Many clients that start together should not all begin with the same node.
        var order = Array(addresses.indices)
        for last in order.indices.reversed() {
            order.swapAt(last, min(last, Int(random() * Double(last + 1))))
        }
        state = Locked(State(marks: NodeMarks(order: order, startsAtFirst: settings.rules.startsAtFirst)))
    }

    func choose(
        _ use: NodeMarks.Use, without tried: Set<Int>, preferring preferred: Int?,
        at now: ContinuousClock.Instant
    ) -> NodeMarks.Choice {
        state.withLock { $0.marks.choose(use, without: tried, preferring: preferred, at: now) }
    }

    func endProbe(_ node: Int, _ use: NodeMarks.Use) {
        state.withLock { $0.marks.endProbe(node, use) }
    }

    /// Records an attempt with a final response.
    func succeeded(_ node: Int, _ use: NodeMarks.Use, startedAt start: ContinuousClock.Instant) {
        let isBack = state.withLock { $0.marks.succeeded(node, use, startedAt: start) }
        if isBack { events.send(.recovered(address: addresses[node])) }
    }

    /// Records a failed attempt.
    func note(
        _ outcome: NodeOutcome, _ failure: NodeFailure, of node: Int, use: NodeMarks.Use,
        startedAt start: ContinuousClock.Instant, isTelling: Bool
    ) {
        let now = clock.now()
        let hold = Self.hold(outcome, at: failure.date)
        let isNew = state.withLock {
            $0.marks.failed(
                node, isTelling ? outcome.uses(of: use) : [], failure: failure, startedAt: start, at: now,
                pause: settings.pause, hold: hold)
        }
        events.send(.failed(failure))
        if isNew {
            let until = failure.date.addingTimeInterval(Self.seconds(hold ?? settings.pause))
            events.send(.paused(address: failure.address, until: until))
        }
    }

    /// How long a node asks not to be contacted.
    private static func hold(_ outcome: NodeOutcome, at date: Date) -> Duration? {
        guard case .status(let response) = outcome, response.status == 429 || response.status == 503 else {
            return nil
        }
        return RetryPolicy.wait(retryAfter: response.headers["Retry-After"], now: date)
            .map { min($0, longestHold) }
    }

    var status: [NodeStatus] {
        let (now, date) = (clock.now(), clock.date())
        return state.withLock { state in
            addresses.indices.map { node in
                func condition(_ use: NodeMarks.Use) -> NodeStatus.Condition {
                    guard let until = state.marks.mark(node, use).pausedUntil else { return .healthy }
                    return until > now
                        ? .paused(until: date.addingTimeInterval(Self.seconds(now.duration(to: until))))
                        : .trying
                }
                return NodeStatus(
                    address: addresses[node], reads: condition(.read), writes: condition(.write),
                    lastFailure: state.marks.lastFailure(node))
            }
        }
    }

    // MARK: - Reading what was written

    /// The node that accepted the latest write.
    var lastWriter: Int? { state.withLock { $0.writer } }

    func wrote(at node: Int) {
        state.withLock { state in
            state.writer = node
            state.writes += 1
        }
    }

    var hasWritten: Bool { state.withLock { $0.writes > 0 } }

    func leader(at now: ContinuousClock.Instant, isPatient: Bool) -> Leader {
        state.withLock { state in
            if let leader = state.leader, leader.writes == state.writes,
                state.marks.isHealthy(leader.node, .read)
            {
                return .known(leader.node)
            }
            if let noLeaderUntil = state.noLeaderUntil, now < noLeaderUntil, !isPatient {
                return .unknown(candidates: [], version: state.writes)
            }
            // Nodes that do not respond are not asked, because each would use up its time limit. If that leaves none,
            // all are asked. A node whose pause is over may be the leader by now, and nothing else would probe it
            // while calls wait for a leader. The same applies to a node that is skipped because it was not ready, as
            // after an election.
            let healthy = addresses.indices.filter { state.marks.isHealthy($0, .read) }
            var candidates = healthy
            if isPatient {
                candidates += addresses.indices.filter { node in
                    let mark = state.marks.mark(node, .read)
                    return !state.marks.isHealthy(node, .read)
                        && (state.marks.isPauseOver(node, .read, at: now)
                            || !mark.isSilent && mark.heldUntil == nil)
                }
                if candidates.isEmpty { candidates = Array(addresses.indices) }
            }
            // Start with the previous leader.
            let first = candidates.filter { $0 == state.leader?.node }
            return .unknown(
                candidates: first + candidates.filter { !first.contains($0) }, version: state.writes)
        }
    }

    /// The node that was the leader when last asked.
    var knownLeader: Int? { state.withLock { $0.leader?.node } }

    /// Forgets the leader, because it does not respond like one.
    func leaderIsDoubtful() { state.withLock { $0.leader = nil } }

    func leads(_ node: Int, since version: UInt64) {
        state.withLock { state in
            state.leader = (node, max(version, state.leader?.writes ?? 0))
            state.noLeaderUntil = nil
        }
    }

    func leaderIsMissing(at now: ContinuousClock.Instant) {
        state.withLock { $0.noLeaderUntil = now + Self.leaderPause }
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
