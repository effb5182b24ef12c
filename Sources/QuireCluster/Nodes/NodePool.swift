import Foundation
import QuireHTTP

/// The nodes of one cluster. Chooses a node for each call, and another one if it fails.
///
/// Reads rotate over the healthy nodes. If one fails, the next is tried at once, with at most two passes over all
/// nodes. Writes do the same, but repeat with increasing waits for up to `NodeSettings.writePatience`. A write that
/// must not be repeated is sent again only if the connection was refused.
package final class NodePool: Sendable {
    package let nodes: [URL]
    package let settings: NodeSettings
    private let transport: any Transport
    private let clock: TransportClock
    private let random: @Sendable () -> Double
    private let state: NodeState
    private let addresses: NodeAddresses
    private let leader: LeaderQuestion?
    private let reasons: ServerReasons?

    /// - Parameters:
    ///   - leader: How to ask a node whether it is the leader. `nil` if any node that accepted a write returns it at
    ///     once.
    ///   - reasons: How to read error responses. `nil` if errors need no reason.
    ///   - random: Returns numbers from 0 up to 1, for the first turn and the jitter.
    package init(
        _ nodes: [URL], settings: NodeSettings = NodeSettings(), transport: any Transport,
        leader: LeaderQuestion? = nil, reasons: ServerReasons? = nil, clock: TransportClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.nodes = nodes
        self.settings = settings
        self.transport = transport
        self.leader = leader
        self.reasons = reasons
        self.clock = clock
        self.random = random
        addresses = NodeAddresses(nodes)
        state = NodeState(nodes.map(\.printable), settings, clock: clock, random: random)
    }

    /// The current status of each node, in the order of `nodes`.
    package var status: [NodeStatus] { state.status }

    /// Node events from now on. A listener that falls behind by more than 256 events loses the oldest.
    package func events() -> AsyncStream<NodeEvent> { state.events.stream }

    /// Sends a call and returns the response of the first node with a final one, whatever its status.
    ///
    /// - Parameter deadline: The deadline of all attempts and waits. Defaults to the timeout in the settings.
    /// - Throws: `NodesError` if no node returned a final response, `TransportError` if none could (the response is too
    ///   large, the request cannot be sent), `CancellationError`.
    package func send(_ call: NodeCall, deadline: Deadline? = nil) async throws -> HTTPResponse {
        do {
            return try await sendToNodes(call, deadline)
        } catch var error as NodesError {
            error.reason = error.lastResponse.flatMap { reasons?.text($0) }
            throw error
        }
    }

    private func sendToNodes(_ call: NodeCall, _ deadline: Deadline?) async throws -> HTTPResponse {
        var run = NodeRun(call, nodes.count, settings: settings, start: clock.now(), deadline: deadline)
        if call.intent == .latest, leader != nil, nodes.count > 1 {
            return try await sendToLeader(call, &run)
        }
        let preferred = try await preferredNode(for: call, run.deadline)
        while true {
            try Task.checkCancellation()
            let now = clock.now()
            guard !run.isOver(at: now) else { throw run.error(.timedOut, at: now) }
            switch state.choose(call.use, without: run.tried, preferring: preferred, at: now) {
            case .node(let node, let isProbe):
                run.begin(node)
                let outcome = try await attempt(call, at: node, isProbe: isProbe, run, start: now)
                if case .response(let response) = outcome { return response }
                run.note(outcome, failure(outcome, at: node), of: node)
                if call.intent == .writeOnce, !outcome.neverArrived {
                    throw run.error(.outcomeUnknown, at: clock.now())
                }
            case .none(let heldUntil):
                guard let wait = run.waitBeforeNextPass(heldUntil: heldUntil, jitter: random(), at: now)
                else {
                    let cause: NodesError.Cause = call.use == .read ? .allFailed : .notTaken
                    throw run.error(nodes.isEmpty ? .noNodes : cause, at: now)
                }
                try await clock.sleep(wait)
                run.beginPass()
            }
        }
    }

    /// Makes one attempt at one node, and records the node's health.
    private func attempt(
        _ call: NodeCall, at node: Int, isProbe: Bool, _ run: NodeRun, start: ContinuousClock.Instant
    ) async throws -> NodeOutcome {
        defer { if isProbe { state.endProbe(node, call.use) } }
        let outcome: NodeOutcome
        do {
            let response = try await transport.send(
                call.request(to: node, of: addresses), deadline: run.attemptDeadline(at: start))
            let isFinal = call.use == .write && reasons?.isFinal(response) == true
            outcome = isFinal ? .response(response) : NodeOutcome(response, to: call.intent, settings.rules)
        } catch let error as TransportError {
            try Task.checkCancellation()
            guard let failure = NodeOutcome(error) else { throw error }
            outcome = failure
        }
        guard case .response(let response) = outcome else {
            state.note(
                outcome, failure(outcome, at: node), of: node, use: call.use, startedAt: start,
                isTelling: isTelling(outcome, run, start: start))
            return outcome
        }
        state.succeeded(node, call.use, startedAt: start)
        if call.use == .write, (200...299).contains(response.status) { state.wrote(at: node) }
        return outcome
    }

    /// Whether an outcome says anything about its node. An attempt with a shortened time limit, or one that waited in
    /// the client's own queue, does not.
    private func isTelling(_ outcome: NodeOutcome, _ run: NodeRun, start: ContinuousClock.Instant) -> Bool {
        guard case .noResponse(let error) = outcome, error.kind == .timedOut else { return true }
        return !error.waitedForTurn && start.duration(to: clock.now()) >= run.attemptTimeout
    }

    private func failure(_ outcome: NodeOutcome, at node: Int) -> NodeFailure {
        NodeFailure(address: nodes[node].printable, reason: outcome.reason, date: clock.date())
    }

    // MARK: - Reading what was written

    /// For a write, the leader if it is known. For a read, a node that certainly has the writes made through this pool.
    /// `nil` if any node will do, or none is known.
    private func preferredNode(for call: NodeCall, _ deadline: Deadline) async throws -> Int? {
        guard nodes.count > 1 else { return nil }
        // The leader carries out a write itself. Another node would forward it, and hang if the leader is frozen.
        if call.use == .write { return state.knownLeader }
        guard settings.readsOwnWrites else { return nil }
        guard leader != nil else { return state.lastWriter }
        return state.hasWritten ? try await findLeader(deadline, isPatient: false) : nil
    }

    /// Sends a call only to the leader, and waits for a leader as long as a write would.
    private func sendToLeader(_ call: NodeCall, _ run: inout NodeRun) async throws -> HTTPResponse {
        while true {
            try Task.checkCancellation()
            if let node = try await findLeader(run.deadline, isPatient: true) {
                let now = clock.now()
                guard !run.isOver(at: now) else { throw run.error(.timedOut, at: now) }
                run.begin(node)
                let outcome = try await attempt(call, at: node, isProbe: false, run, start: now)
                if case .response(let response) = outcome { return response }
                run.note(outcome, failure(outcome, at: node), of: node)
                state.leaderIsDoubtful()
            }
            let now = clock.now()
            guard let wait = run.waitForLeader(jitter: random(), at: now) else {
                throw run.error(.noLeader, at: now)
            }
            try await clock.sleep(wait)
            run.beginPass()
        }
    }

    /// The leader, as far as it is known or can be found.
    ///
    /// - Parameter isPatient: Whether to ask again even if asking failed a moment ago.
    private func findLeader(_ deadline: Deadline, isPatient: Bool) async throws -> Int? {
        guard let leader else { return nil }
        switch state.leader(at: clock.now(), isPatient: isPatient) {
        case .known(let node): return node
        case .unknown(let candidates, let version):
            for node in candidates {
                let start = clock.now()
                let limit = deadline.earlier(of: Deadline(start + settings.attemptTimeout))
                do {
                    let request = leader.call.request(to: node, of: addresses)
                    guard leader.isLeader(try await transport.send(request, deadline: limit)) else {
                        continue
                    }
                    state.leads(node, since: version)
                    return node
                } catch let error as TransportError {
                    try Task.checkCancellation()
                    let outcome = NodeOutcome.noResponse(error)
                    let took = start.duration(to: clock.now())
                    state.note(
                        outcome, failure(outcome, at: node), of: node, use: .read, startedAt: start,
                        isTelling: error.kind != .timedOut || took >= settings.attemptTimeout)
                }
            }
            state.leaderIsMissing(at: clock.now())
            return nil
        }
    }
}

/// How to ask a node whether it is the leader of its cluster.
package struct LeaderQuestion: Sendable {
    package var call: NodeCall
    package var isLeader: @Sendable (HTTPResponse) -> Bool

    package init(_ call: NodeCall, isLeader: @escaping @Sendable (HTTPResponse) -> Bool) {
        self.call = call
        self.isLeader = isLeader
    }
}

/// How the servers of a cluster explain their error responses.
package struct ServerReasons: Sendable {
    /// The server's reason in a response, without secrets.
    package var text: @Sendable (HTTPResponse) -> String?
    /// Whether a write with this response fails again however often it is sent.
    package var isFinal: @Sendable (HTTPResponse) -> Bool

    package init(
        text: @escaping @Sendable (HTTPResponse) -> String?,
        isFinal: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) {
        self.text = text
        self.isFinal = isFinal
    }
}
