import Foundation
import QuireToolbox

/// The time by which a response must arrive. It covers all attempts, redirects and waits of a request.
///
/// ```swift
/// let response = try await transport.send(request, deadline: .after(.seconds(10)))
/// ```
public struct Deadline: Sendable, Hashable {
    /// The instant of the deadline. `nil` means that it never passes.
    public var instant: ContinuousClock.Instant?

    public init(_ instant: ContinuousClock.Instant?) { self.instant = instant }

    public static let never = Deadline(nil)

    /// Returns a deadline that passes after a duration from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(.now + duration) }

    /// Returns the earlier of two deadlines.
    public func earlier(of other: Deadline) -> Deadline {
        guard let instant else { return other }
        guard let otherInstant = other.instant else { return self }
        return Deadline(min(instant, otherInstant))
    }
}

/// The clock that middlewares use to read the time and to wait. Tests pass their own.
public struct TransportClock: Sendable {
    public var now: @Sendable () -> ContinuousClock.Instant
    public var date: @Sendable () -> Date
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant, date: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.date = date
        self.sleep = sleep
    }

    /// The system clock.
    public static let system = TransportClock(
        now: { .now }, date: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}

/// Calls handlers when their deadlines pass. One timer serves all pending deadlines, because most never pass.
///
/// A timer per request would stay allocated until it fires, even if the response arrived long ago. Foundation's own
/// timeouts do not work here: they count whole seconds, round down (0.4 s means no timeout), and restart with every
/// byte received.
final class DeadlineTimer: Sendable {
    typealias ID = UInt64

    private let pending: Locked<Pending>

    init(queue: DispatchQueue) {
        pending = Locked(Pending(source: DispatchSource.makeTimerSource(queue: queue)))
        pending.withLock { pending in
            pending.source.setEventHandler { [weak self] in self?.fire() }
            pending.source.resume()
        }
    }

    deinit { pending.withLock { $0.source.cancel() } }

    /// Calls the handler on the timer's queue when the instant has passed, unless it is removed before.
    func add(_ instant: ContinuousClock.Instant, _ handler: @escaping @Sendable () -> Void) -> ID {
        pending.withLock { pending in
            pending.nextID += 1
            pending.handlers[pending.nextID] = handler
            pending.push((instant, pending.nextID))
            if pending.armedFor.map({ instant < $0 }) ?? true { pending.arm(for: instant) }
            return pending.nextID
        }
    }

    func remove(_ id: ID) {
        pending.withLock { pending in
            guard pending.handlers.removeValue(forKey: id) != nil else { return }
            pending.compact()
        }
    }

    /// The number of pending deadlines.
    var count: Int { pending.withLock { $0.handlers.count } }

    private func fire() {
        let due = pending.withLock { pending in
            let due = pending.takeDue()
            pending.armedFor = nil
            if let first = pending.heap.first { pending.arm(for: first.instant) }
            return due
        }
        for handler in due { handler() }
    }
}

/// The deadlines of a timer that have not passed.
private struct Pending {
    typealias Entry = (instant: ContinuousClock.Instant, id: DeadlineTimer.ID)

    let source: any DispatchSourceTimer
    var handlers: [DeadlineTimer.ID: @Sendable () -> Void] = [:]
    /// A binary heap, earliest first. Entries without a handler are dropped when they reach the top.
    private(set) var heap: [Entry] = []
    var nextID: DeadlineTimer.ID = 0
    var armedFor: ContinuousClock.Instant?

    mutating func arm(for instant: ContinuousClock.Instant) {
        armedFor = instant
        // At most a day, then it checks again. One extra millisecond keeps the timer from firing too early.
        let remaining = min(.seconds(86_400), max(.zero, ContinuousClock.now.duration(to: instant)))
        let (seconds, attoseconds) = remaining.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        source.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .milliseconds(1))
    }

    /// Removes the deadlines that have passed, and returns their handlers.
    mutating func takeDue() -> [@Sendable () -> Void] {
        let now = ContinuousClock.now
        var due: [@Sendable () -> Void] = []
        while let first = heap.first, first.instant <= now || handlers[first.id] == nil {
            pop()
            if let handler = handlers.removeValue(forKey: first.id) { due.append(handler) }
        }
        return due
    }

    /// Drops the entries without a handler once they are the most.
    mutating func compact() {
        guard heap.count > 64 && heap.count > 2 * handlers.count else { return }
        // A sorted array is a heap.
        heap = heap.filter { handlers[$0.id] != nil }.sorted { $0.instant < $1.instant }
    }

    mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].instant < heap[(child - 1) / 2].instant {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].instant < heap[least].instant { least = child }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
