import Foundation

/// A clock that stands still until a test moves it: who sleeps wakes when the test says so.
///
/// ```swift
/// let clock = SteppedClock()
/// let task = Task { try await clock.sleep(for: .milliseconds(100)) }
/// await clock.untilSleeping(1)
/// clock.advance(by: .milliseconds(100))
/// try await task.value
/// ```
/// Sleepers are woken in the order of their deadlines, those of one deadline in the order in which they began. A woken
/// task runs when the scheduler lets it: wait for what it does, not for a time.
package final class SteppedClock: Clock, @unchecked Sendable {
    package struct Instant: InstantProtocol, CustomStringConvertible {
        /// Since the clock was made.
        package var offset: Duration

        package init(offset: Duration = .zero) { self.offset = offset }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        package var description: String { "\(offset)" }
    }

    /// What a condition can look at.
    package struct Snapshot: Sendable {
        package var now: Instant
        /// Of those who sleep, soonest first.
        package var deadlines: [Instant]
        /// How many have lain down since the clock was made, also those who have been woken or cancelled.
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
    /// In the order in which they wake.
    private var sleepers: [Sleeper] = []
    private var watchers: [Int: Watcher] = [:]
    private var begun = 0
    private var numbers = 0

    package init() {}

    package var now: Instant { lock.withLock { instant } }
    package var minimumResolution: Duration { .zero }
    package var snapshot: Snapshot { lock.withLock { current } }

    /// Returns when a test has moved the clock so far.
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

    /// Moves the clock, and wakes everyone whose deadline has come.
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
    /// - Returns: How far the clock went; `nil` if nobody sleeps.
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

    /// Returns when exactly so many sleep.
    package func untilSleeping(_ count: Int) async { await until { $0.deadlines.count == count } }

    /// Returns when so many have lain down since the clock was made: for sleeps that replace each other.
    package func untilBegun(_ count: Int) async { await until { $0.begun >= count } }

    /// Returns as soon as the condition holds, or the task is cancelled.
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
        // A task is marked as cancelled before its handler runs: here, or in `cancel`, it is seen.
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

    /// Lets go whoever waits for what is so now.
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
