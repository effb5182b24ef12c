import Foundation
import Quire
import QuireCluster
import QuireHTTP
import TransportDoubles

/// Nodes with scripted behaviour, on a clock that a test controls: the transport of a pool.
final class NodesDouble: Transport, @unchecked Sendable {
    /// A node's behaviour for a call.
    enum Behaviour {
        case responses(Int, HTTPHeaders = [:], String = "")
        /// Responds after a time, or exceeds the attempt's timeout.
        case respondsAfter(Duration, Int)
        /// Responds with this status from a time on, counted from the clock's start, and with the other status
        /// before.
        case respondsFrom(Duration, Int, before: Int)
        case fails(TransportError.Kind)
        /// Accepts the call and never responds.
        case hangs
        /// The same for calls before a time, counted from the clock's start; then it responds with 201.
        case hangsUntil(Duration)
        /// Responds once the test allows it.
        case waits(Turnstile)
        case cancels
    }

    /// One attempt, as a node sees it.
    struct Attempt {
        var node: Int
        var request: HTTPRequest
        var start: ContinuousClock.Instant
        var deadline: Deadline
        /// How long it may take.
        var time: Duration? { deadline.instant.map { start.duration(to: $0) } }
    }

    let clock: ManualClock
    let urls: [URL]
    private let lock = NSLock()
    private var behaviours: [Behaviour]
    private var log: [Attempt] = []

    convenience init(_ behaviours: Behaviour...) { self.init(behaviours) }

    init(_ behaviours: [Behaviour]) {
        clock = ManualClock()
        self.behaviours = behaviours
        urls = behaviours.indices.compactMap { URL(string: "http://user:hunter2@node\($0):8108") }
    }

    var attempts: [Attempt] { lock.withLock { log } }
    /// The node of each attempt.
    var order: [Int] { attempts.map(\.node) }

    func forget() { lock.withLock { log = [] } }

    subscript(_ node: Int) -> Behaviour {
        get { lock.withLock { behaviours[node] } }
        set { lock.withLock { behaviours[node] = newValue } }
    }

    /// A pool over these nodes that starts its rotation in order.
    func pool(_ settings: NodeSettings = NodeSettings(), leader: LeaderQuestion? = nil) -> NodePool {
        NodePool(
            urls, settings: settings, transport: self, leader: leader, clock: clock.clock, random: { 0.9999 })
    }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let node = urls.firstIndex { $0.host() == request.url.host() } ?? -1
        let start = clock.clock.now()
        let behaviour = lock.withLock {
            log.append(Attempt(node: node, request: request, start: start, deadline: deadline))
            return behaviours[node]
        }
        switch behaviour {
        case .responses(let status, let headers, let text):
            return HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
        case .respondsAfter(let time, let status):
            if let left = deadline.instant.map({ start.duration(to: $0) }), left <= time {
                clock.advance(left)
                throw TransportError(.timedOut, request)
            }
            clock.advance(time)
            return HTTPResponse(status: status)
        case .respondsFrom(let time, let status, let before):
            return HTTPResponse(status: clock.start.duration(to: start) >= time ? status : before)
        case .fails(let kind): throw TransportError(kind, request)
        case .hangsUntil(let time) where clock.start.duration(to: start) >= time:
            return HTTPResponse(status: 201)
        case .hangs, .hangsUntil:
            clock.advance(deadline.instant.map { start.duration(to: $0) } ?? .seconds(3_600))
            throw TransportError(.timedOut, request)
        case .waits(let turnstile):
            try await turnstile.pass()
            return HTTPResponse(status: 200)
        case .cancels: throw CancellationError()
        }
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        HTTPStream(try await send(request, deadline: deadline))
    }
}

/// Holds tasks until it is opened, and reports when one has arrived.
actor Turnstile {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []
    private var arrived = 0

    func pass() async throws {
        arrived += 1
        for watcher in watching { watcher.resume() }
        watching = []
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        try Task.checkCancellation()
    }

    /// Waits until a task waits here.
    func arrival() async {
        if arrived == 0 { await withCheckedContinuation { watching.append($0) } }
    }

    func open() {
        isOpen = true
        for task in waiting { task.resume() }
        waiting = []
    }
}

extension NodeCall {
    static let search = NodeCall(.get, "/search", query: [("q", "secret words")], intent: .read)
    static let latest = NodeCall(.get, "/search", intent: .latest)
    static let write = NodeCall(.post, "/documents", body: Data("{}".utf8), intent: .write)
    static let once = NodeCall(.post, "/documents", body: Data("{}".utf8), intent: .writeOnce)
}

/// The error of a call that failed on every node.
func failure(of call: () async throws -> HTTPResponse) async -> NodesError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? NodesError
    }
}
