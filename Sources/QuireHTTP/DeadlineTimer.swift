import Foundation

/// Calls handlers when their deadlines pass. One timer serves all pending deadlines, because most never pass.
///
/// A timer per request would stay allocated until it fires, even if the response arrived long ago. Foundation's own
/// timeouts do not work here: they count whole seconds, round down (0.4 s means no timeout), and restart with every
/// byte received.
final class DeadlineTimer: @unchecked Sendable {
    typealias ID = UInt64
    private typealias Entry = (instant: ContinuousClock.Instant, id: ID)

    private let lock = NSLock()
    private let source: any DispatchSourceTimer
    private var handlers: [ID: @Sendable () -> Void] = [:]
    /// A binary heap, earliest first. Entries without a handler are dropped when they reach the top.
    private var heap: [Entry] = []
    private var nextID: ID = 0
    private var armedFor: ContinuousClock.Instant?

    init(queue: DispatchQueue) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler { [weak self] in self?.fire() }
        source.resume()
    }

    deinit { source.cancel() }

    /// Calls the handler on the timer's queue when the instant has passed, unless it is removed before.
    func add(_ instant: ContinuousClock.Instant, _ handler: @escaping @Sendable () -> Void) -> ID {
        lock.withLock {
            nextID += 1
            handlers[nextID] = handler
            push((instant, nextID))
            if armedFor.map({ instant < $0 }) ?? true { arm(for: instant) }
            return nextID
        }
    }

    func remove(_ id: ID) {
        lock.withLock {
            guard handlers.removeValue(forKey: id) != nil else { return }
            if heap.count > 64 && heap.count > 2 * handlers.count {
                // A sorted array is a heap.
                heap = heap.filter { handlers[$0.id] != nil }.sorted { $0.instant < $1.instant }
            }
        }
    }

    /// The number of pending deadlines.
    var count: Int { lock.withLock { handlers.count } }

    private func fire() {
        var due: [@Sendable () -> Void] = []
        lock.withLock {
            let now = ContinuousClock.now
            while let first = heap.first, first.instant <= now || handlers[first.id] == nil {
                pop()
                if let handler = handlers.removeValue(forKey: first.id) { due.append(handler) }
            }
            armedFor = nil
            if let first = heap.first { arm(for: first.instant) }
        }
        for handler in due { handler() }
    }

    private func arm(for instant: ContinuousClock.Instant) {
        armedFor = instant
        // At most a day, then it checks again. One extra millisecond keeps the timer from firing too early.
        let remaining = min(.seconds(86_400), max(.zero, ContinuousClock.now.duration(to: instant)))
        let (seconds, attoseconds) = remaining.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        source.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .milliseconds(1))
    }

    private func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].instant < heap[(child - 1) / 2].instant {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func pop() {
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
