import Foundation

/// What is known of the nodes: which are passed over until when, and whose turn it is.
///
/// Reads and writes are marked apart: a node that knows no leader refuses writes and answers reads.
struct NodeMarks {
    typealias Instant = ContinuousClock.Instant

    /// What a node is asked for.
    enum Use: Int, Sendable { case read, write }

    /// What becomes of a search for a node.
    enum Choice {
        /// - Parameter isProbe: The one attempt that tries a node after its pause; it must be ended as such.
        case node(Int, isProbe: Bool)
        /// None is left in this pass. `heldUntil`: the earliest moment that a node asked to be left alone until.
        case none(heldUntil: Instant?)
    }

    /// One node for one use.
    struct Mark {
        var pausedUntil: Instant?
        /// It asked for this (`Retry-After`), so it is not even tried when all others fail.
        var heldUntil: Instant?
        var isProbed = false
        /// It gave no answer at all, so that any answer shows that it is back.
        var isSilent = false
        /// When the latest attempt began that succeeded.
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

    /// - Parameter order: Whose turn is first, and so on.
    init(order: [Int], startsAtFirst: Bool) {
        nodes = order.map { _ in Node(turn: 0) }
        for (turn, node) in order.enumerated() { nodes[node].turn = UInt64(turn) }
        turns = UInt64(order.count)
        self.startsAtFirst = startsAtFirst
    }

    /// Chooses a node that was not tried in this pass: a healthy one, or one whose pause is over and that nobody else
    /// tries now; where there is none, one that is passed over.
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
            // A node that does not answer reads will hardly take a write.
            let answering = use == .write ? free.filter { isHealthy($0, .read) } : []
            guard let next = next(of: answering.isEmpty ? free : answering) else {
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

    /// Notes an answer; whether the node was passed over until now.
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

    /// Notes a failure, and passes the node over.
    ///
    /// - Parameters:
    ///   - uses: What it says something about.
    ///   - start: When the attempt began: where a later one succeeded, its failure says nothing new.
    ///   - hold: How long the node asked to be left alone.
    /// - Returns: Whether the node is passed over from now on and was not before.
    mutating func failed(
        _ node: Int, _ uses: [Use], _ failure: NodeFailure, startedAt start: Instant, at now: Instant,
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
            // An attempt that failed late does not shorten what is known already.
            nodes[node].marks[index].pausedUntil = max(mark.pausedUntil ?? until, until)
            nodes[node].marks[index].isSilent = mark.isSilent || uses.count > 1
            if hold != nil { nodes[node].marks[index].heldUntil = until }
        }
        return isNew
    }

    /// A probe is over, however it ended; the next call may try the node.
    mutating func endProbe(_ node: Int, _ use: Use) { nodes[node].marks[use.rawValue].isProbed = false }

    func isHealthy(_ node: Int, _ use: Use) -> Bool { nodes[node].marks[use.rawValue].pausedUntil == nil }

    /// Whether it was passed over, and is no longer.
    func isPauseOver(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        nodes[node].marks[use.rawValue].pausedUntil.map { $0 <= now } ?? false
    }

    func mark(_ node: Int, _ use: Use) -> Mark { nodes[node].marks[use.rawValue] }

    func lastFailure(_ node: Int) -> NodeFailure? { nodes[node].lastFailure }

    private func isHeld(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        nodes[node].marks[use.rawValue].heldUntil.map { now < $0 } ?? false
    }

    /// Whether its pause is over and nobody tries it.
    ///
    /// A node that gave no answer is tried by reads alone: one that stands still keeps a write that it was sent, and
    /// carries it out when it goes on, long after the write was done elsewhere.
    private func isDue(_ node: Int, _ use: Use, at now: Instant) -> Bool {
        let mark = nodes[node].marks[use.rawValue]
        guard use == .read || !mark.isSilent else { return false }
        return !mark.isProbed && isPauseOver(node, use, at: now)
    }

    /// The one that waited longest for its turn, or the first.
    private func next(of candidates: [Int]) -> Int? {
        startsAtFirst ? candidates.first : candidates.min { nodes[$0].turn < nodes[$1].turn }
    }
}
