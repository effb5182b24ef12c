import Foundation

/// A clock that only advances when a test moves it.
///
/// ```swift
/// let clock = SteppedClock()
/// let task = Task { try await clock.sleep(for: .milliseconds(100)) }
/// await clock.untilSleeping(1)
/// clock.advance(by: .milliseconds(100))
/// try await task.value
/// ```
/// Sleepers wake in the order of their deadlines; those with the same deadline wake in the order in which they began. A
/// woken task runs when the scheduler lets it, so wait for its effect, not for a time.
package final class SteppedClock: Clock, @unchecked Sendable {
    package struct Instant: InstantProtocol, CustomStringConvertible {
        /// The time since the clock was created.
        package var offset: Duration

        package init(offset: Duration = .zero) { self.offset = offset }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        package var description: String { "\(offset)" }
    }

    /// The state that a condition can test.
    package struct Snapshot: Sendable {
        package var now: Instant
        /// The deadlines of current sleepers, soonest first.
        package var deadlines: [Instant]
        /// The number of sleepers since the clock was created, including those that were woken or cancelled.
        package var begun: Int
    }

    private struct Sleeper {
        var number: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var isMet: @Sendable (Snapshot) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private let lock = NSLock()
    private var instant = Instant()
    /// The sleepers in the order in which they wake.
    private var sleepers: [Sleeper] = []
    private var watchers: [Int: Watcher] = [:]
    private var begun = 0
    private var numbers = 0

    package init() {}

    package var now: Instant { lock.withLock { instant } }
    package var minimumResolution: Duration { .zero }
    package var snapshot: Snapshot { lock.withLock { current } }

    /// Returns when a test has moved the clock to the deadline.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = nextNumber()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                lieDown(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Moves the clock, and wakes all sleepers whose deadline has passed.
    package func advance(by duration: Duration) {
        let woken = lock.withLock {
            instant = instant.advanced(by: duration)
            return removeDue()
        }
        for sleeper in woken { sleeper.continuation.resume() }
        tell()
    }

    /// Moves the clock to the next deadline and wakes one sleeper.
    ///
    /// - Returns: The distance that the clock moved; `nil` if nobody sleeps.
    @discardableResult
    package func step() -> Duration? {
        let next: (Sleeper, Duration)? = lock.withLock {
            guard !sleepers.isEmpty else { return nil }
            let sleeper = sleepers.removeFirst()
            let distance = max(.zero, instant.duration(to: sleeper.deadline))
            instant = instant.advanced(by: distance)
            return (sleeper, distance)
        }
        next?.0.continuation.resume()
        if next != nil { tell() }
        return next?.1
    }

    /// Returns when exactly this many tasks sleep.
    package func untilSleeping(_ count: Int) async { await until { $0.deadlines.count == count } }

    /// Returns when this many sleeps have begun since the clock was created, for sleeps that replace each other.
    package func untilBegun(_ count: Int) async { await until { $0.begun >= count } }

    /// Returns as soon as the condition holds or the task is cancelled.
    package func until(_ condition: @escaping @Sendable (Snapshot) -> Bool) async {
        let number = nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                watch(number, Watcher(isMet: condition, continuation: continuation))
            }
        } onCancel: {
            lock.withLock { watchers.removeValue(forKey: number) }?.continuation.resume()
        }
    }

    private func nextNumber() -> Int {
        lock.withLock {
            numbers += 1
            return numbers
        }
    }

    private func lieDown(_ sleeper: Sleeper) {
        // A task is marked as cancelled before its handler runs, so cancellation is noticed either here or in `cancel`.
        let outcome: Result<Void, any Error>? = lock.withLock {
            if Task.isCancelled { return .failure(CancellationError()) }
            begun += 1
            if sleeper.deadline <= instant { return .success(()) }
            let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: place)
            return nil
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
        tell()
    }

    private func cancel(_ number: Int) {
        let sleeper: Sleeper? = lock.withLock {
            sleepers.firstIndex { $0.number == number }.map { sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
        if sleeper != nil { tell() }
    }

    private func watch(_ number: Int, _ watcher: Watcher) {
        let isOver = lock.withLock {
            if Task.isCancelled || watcher.isMet(current) { return true }
            watchers[number] = watcher
            return false
        }
        if isOver { watcher.continuation.resume() }
    }

    /// Resumes waiting tasks whose condition now holds.
    private func tell() {
        let met = lock.withLock {
            let met = watchers.filter { $0.value.isMet(current) }
            for number in met.keys { watchers[number] = nil }
            return met.values.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }

    private var current: Snapshot {
        Snapshot(now: instant, deadlines: sleepers.map(\.deadline), begun: begun)
    }

    private func removeDue() -> [Sleeper] {
        let count = sleepers.prefix { $0.deadline <= instant }.count
        let due = Array(sleepers.prefix(count))
        sleepers.removeFirst(count)
        return due
    }
}
