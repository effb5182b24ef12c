import Foundation

/// The health of the nodes: which are skipped until when, and whose turn it is.
///
/// Reads and writes are tracked separately, because a node without a leader rejects writes but serves reads.
struct NodeMarks {
    typealias Instant = ContinuousClock.Instant

    /// The kind of access to a node.
    enum Use: Int, Sendable { case read, write }

    /// The result of choosing a node.
    enum Choice {
        /// - Parameter isProbe: Whether this is the single attempt that probes a node after its pause. End it as a
        ///   probe.
        case node(Int, isProbe: Bool)
        /// No node is left in this pass. `heldUntil` is the earliest time at which a node accepts requests again.
        case none(heldUntil: Instant?)
    }

    /// The health of one node for one use.
    struct Mark {
        var pausedUntil: Instant?
        /// The node's own `Retry-After`. Until then, it is not tried even if all others fail.
        var heldUntil: Instant?
        var isProbed = false
        /// The node did not respond at all, so any response shows that it is back.
        var isSilent = false
        /// The start time of the latest successful attempt.
        var latestSuccess: Instant?
    }

    private struct Node {
        var marks = [Mark(), Mark()]
        /// The number of its latest turn.
        var turn: UInt64
        var lastFailure: NodeFailure?
    }

    private var nodes: [Node]
    private var turns: UInt64
    private let startsAtFirst: Bool

    /// - Parameter order: The initial order of the nodes.
    init(order: [Int], startsAtFirst: Bool) {
        nodes = order.map { _ in Node(turn: 0) }
        for (turn, node) in order.enumerated() { nodes[node].turn = UInt64(turn) }
        turns = UInt64(order.count)
        self.startsAtFirst = startsAtFirst
    }

    /// Chooses a node that was not tried in this pass: a healthy one, or one that can be probed. If there is none,
    /// chooses a skipped one.
    mutating func choose(
        _ use: Use, without tried: Set<Int>, preferring preferred: Int? = nil, at now: Instant
    ) -> Choice {
        let open = nodes.indices.filter { !tried.contains($0) }
        let free = open.filter { !isHeld($0, use, at: now) }
        let healthy = free.filter { isHealthy($0, use) || isDue($0, use, at: now) }
        let choice: Int
        if let preferred, healthy.contains(preferred) {
            choice = preferred
        } else if let next = next(of: healthy) {
            choice = next
        } else {
            // A node that does not serve reads is unlikely to accept a write.
            let available = use == .write ? free.filter { isHealthy($0, .read) } : []
            guard let next = next(of: available.isEmpty ? free : available) else {
                return .none(heldUntil: open.compactMap { nodes[$0].marks[use.rawValue].heldUntil }.min())
            }
            choice = next
        }
        turns += 1
        nodes[choice].turn = turns
        let isProbe = isDue(choice, use, at: now)
        if isProbe { nodes[choice].marks[use.rawValue].isProbed = true }
        return .node(choice, isProbe: isProbe)
    }

    /// Records a success. Returns whether the node was skipped until now.
    mutating func succeeded(_ node: Int, _ use: Use, startedAt start: Instant) -> Bool {
        var wasPaused = false
        for index in nodes[node].marks.indices {
            let mark = nodes[node].marks[index]
            guard index == use.rawValue || mark.isSilent else { continue }
            let latest = index == use.rawValue ? max(mark.latestSuccess ?? start, start) : mark.latestSuccess
            nodes[node].marks[index] = Mark(isProbed: mark.isProbed, latestSuccess: latest)
            wasPaused = wasPaused || mark.pausedUntil != nil
        }
        return wasPaused
    }

    /// Records a failure and skips the node from now on.
    ///
    /// - Parameters:
    ///   - uses: The affected uses.
    ///   - start: The start time of the attempt. It is ignored if a later attempt succeeded.
    ///   - hold: How long the node asked not to be contacted.
    /// - Returns: Whether the node is skipped from now on and was not before.
    mutating func failed(
        _ node: Int, _ uses: [Use], failure: NodeFailure, startedAt start: Instant, at now: Instant,
        pause: Duration, hold: Duration? = nil
    ) -> Bool {
        nodes[node].lastFailure = failure
        var isNew = false
        for use in uses {
            let index = use.rawValue
            let mark = nodes[node].marks[index]
            if let latest = mark.latestSuccess, latest > start, hold == nil { continue }
            isNew = isNew || mark.pausedUntil == nil
            let until = now + (hold ?? pause)
            // A late failure must not shorten a known pause.
            nodes[node].marks[index].pausedUntil = max(mark.pausedUntil ?? until, until)
            nodes[node].marks[index].isSilent = mark.isSilent || uses.count > 1
            if hold != nil { nodes[node].marks[index].heldUntil = until }
        }
        return isNew
    }

    /// Ends a probe with any result. The next call may try the node.
    mutating func endProbe(_ node: Int, _ use: Use) { nodes[node].marks[use.rawValue].isProbed = false }

    func isHealthy(_ node: Int, _ use: Use) -> Bool { nodes[node].marks[use.rawValue].pausedUntil == nil }

    /// Whether it was skipped, and its pause is over.
    func isPauseOver(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        nodes[node].marks[use.rawValue].pausedUntil.map { $0 <= now } ?? false
    }

    func mark(_ node: Int, _ use: Use) -> Mark { nodes[node].marks[use.rawValue] }

    func lastFailure(_ node: Int) -> NodeFailure? { nodes[node].lastFailure }

    private func isHeld(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        nodes[node].marks[use.rawValue].heldUntil.map { now < $0 } ?? false
    }

    /// Whether it can be probed: its pause is over and no probe is running.
    ///
    /// A node that did not respond is probed only by reads. A frozen node could keep a write and apply it when it
    /// continues, long after the write was applied elsewhere.
    private func isDue(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        let mark = nodes[node].marks[use.rawValue]
        guard use == .read || !mark.isSilent else { return false }
        return !mark.isProbed && isPauseOver(node, use, at: now)
    }

    /// The candidate that has waited longest for its turn, or the first.
    private func next(of candidates: [Int]) -> Int? {
        startsAtFirst ? candidates.first : candidates.min { nodes[$0].turn < nodes[$1].turn }
    }
}
