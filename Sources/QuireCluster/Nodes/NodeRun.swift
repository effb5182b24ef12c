import Foundation
import QuireHTTP

/// The progress of one call over the nodes: what was tried, and what may still be tried.
struct NodeRun {
    typealias Instant = ContinuousClock.Instant

    let deadline: Deadline
    /// The nodes tried in this pass.
    private(set) var tried: Set<Int> = []
    private let call: NodeCall
    private let count: Int
    private let settings: NodeSettings
    private let start: Instant
    private var attempts = 0
    private var passes = 1
    /// Whether a node reported in this pass that it is not ready.
    private var isAboutToBeReady = false
    private var failures: [Int: NodeFailure] = [:]
    private var last: NodeOutcome?

    /// The waits between passes: from 0.1 s up to half a second, half of each random. A write that waits for a leader
    /// is therefore sent again within half a second of its election.
    private static let waits = RetryPolicy(
        baseDelay: .milliseconds(100), maximumDelay: .milliseconds(500))
    /// Each additional number of body bytes gives a write attempt one more second.
    private static let bytesPerSecond = 256 << 10

    init(_ call: NodeCall, _ count: Int, settings: NodeSettings, start: Instant, deadline: Deadline?) {
        self.call = call
        self.count = count
        self.settings = settings
        self.start = start
        self.deadline = deadline ?? Deadline(start + settings.timeout)
    }

    func isOver(at now: Instant) -> Bool { deadline.instant.map { $0 <= now } ?? false }

    mutating func begin(_ node: Int) {
        tried.insert(node)
        attempts += 1
    }

    /// The time limit of an attempt at a healthy node.
    var attemptTimeout: Duration {
        let seconds = (call.body?.count ?? 0) / Self.bytesPerSecond
        let once =
            call.use == .read
            ? settings.attemptTimeout : settings.writeAttemptTimeout + .seconds(seconds)
        return settings.rules.attemptTimeoutGrows ? once * attempts : once
    }

    /// The deadline of an attempt that starts now.
    func attemptDeadline(at now: Instant) -> Deadline {
        // Limiting an attempt only helps if another one can follow.
        guard count > 1, call.intent != .writeOnce else { return deadline }
        let limit = now + attemptTimeout
        let isLastOfPass = tried.count == count && !settings.rules.attemptTimeoutGrows
        if isLastOfPass && !mayRepeat(at: limit) { return deadline }
        return deadline.earlier(of: Deadline(limit))
    }

    mutating func note(_ outcome: NodeOutcome, _ failure: NodeFailure, of node: Int) {
        last = outcome
        failures[node] = failure
        if failure.reason == .status(503) { isAboutToBeReady = true }
    }

    /// The wait before the next pass over all nodes. `nil` if there must be none, or if it would be too late.
    func waitBeforeNextPass(heldUntil: Instant?, jitter: Double, at now: Instant) -> Duration? {
        let wait: Duration
        if tried.isEmpty {
            // All nodes asked not to be contacted.
            guard let heldUntil else { return nil }
            wait = now.duration(to: heldUntil)
        } else {
            wait = Self.waits.delay(afterAttempts: passes, jitter: jitter)
        }
        guard tried.isEmpty && call.use == .read || mayRepeat(at: now + wait), !isOver(at: now + wait)
        else { return nil }
        return wait
    }

    /// The same for a call that only the leader may serve.
    mutating func waitForLeader(jitter: Double, at now: Instant) -> Duration? {
        let wait = Self.waits.delay(afterAttempts: passes, jitter: jitter)
        passes += 1
        return now + wait < start + settings.writePatience && !isOver(at: now + wait) ? wait : nil
    }

    mutating func beginPass() {
        if !tried.isEmpty { passes += 1 }
        tried = []
        isAboutToBeReady = false
    }

    /// Whether another pass may start at this time.
    private func mayRepeat(at instant: Instant) -> Bool {
        switch call.intent {
        case .read, .latest:
            settings.rules.repeatsReads
                && (passes < 2 || isAboutToBeReady && instant < start + settings.readPatience)
        case .write, .writeOnce: instant < start + settings.writePatience
        }
    }

    func error(_ cause: NodesError.Cause, at now: Instant) -> NodesError {
        var error = NodesError(
            cause: cause, method: call.method.rawValue, path: call.path,
            failures: failures.sorted { $0.key < $1.key }.map(\.value), attempts: attempts,
            elapsed: start.duration(to: now))
        switch last {
        case .response(let response), .status(let response): error.lastResponse = response
        case .noResponse(let failure): error.lastError = failure
        case nil: break
        }
        return error
    }
}

/// The result of an attempt at one node.
enum NodeOutcome {
    /// A final response with any status.
    case response(HTTPResponse)
    /// A status that another node, or a later attempt, may avoid.
    case status(HTTPResponse)
    case noResponse(TransportError)

    /// Classifies a response.
    init(_ response: HTTPResponse, to intent: NodeCall.Intent, _ rules: NodeRules) {
        let isOverload = response.status == 408 || response.status == 429
        let mayBeBetter = (500...599).contains(response.status) || (isOverload && rules.movesOnWhenOverloaded)
        // A write that must not be repeated may have been partly carried out, so the caller must judge the response.
        self = mayBeBetter && intent != .writeOnce ? .status(response) : .response(response)
    }

    /// Classifies an error. Returns `nil` if no other node could do better.
    init?(_ error: TransportError) {
        switch error.kind {
        case .invalidRequest, .responseTooLarge, .readerTooSlow: return nil
        default: self = .noResponse(error)
        }
    }

    var reason: NodeFailure.Reason {
        switch self {
        case .response(let response), .status(let response): .status(response.status)
        case .noResponse(let error): .transport(error.kind)
        }
    }

    /// Whether the call certainly had no effect.
    var neverArrived: Bool {
        if case .noResponse(let error) = self { error.kind == .connectionRefused } else { false }
    }

    /// The uses of a node that a failure affects.
    func uses(of use: NodeMarks.Use) -> [NodeMarks.Use] {
        switch self {
        case .response: []
        case .status: [use]
        // A write hangs on a healthy node if its leader is frozen.
        case .noResponse(let error): use == .write && error.kind == .timedOut ? [.write] : [.read, .write]
        }
    }
}

extension NodeCall {
    var use: NodeMarks.Use { intent == .read || intent == .latest ? .read : .write }
}
