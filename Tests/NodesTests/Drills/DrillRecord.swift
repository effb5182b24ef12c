import Foundation
import Quire
import QuireCluster

/// The results of a load's reads and writes.
struct DrillFigures: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The duration of each read.
    var reads: [Duration] = []
    /// Ids of items, with the time of the acknowledgement.
    var acknowledged: [(id: String, at: Instant)] = []
    /// The last acknowledged value of the counter, and the last one sent.
    var counter = 0
    var counterSent = 0
    /// Failures as text.
    var failures: [String] = []
    var failedReads = 0
    /// Reads whose response came from a node that had not caught up yet.
    var staleReads = 0
    var failedWrites = 0
    /// Failed attempts at single nodes, whatever the result of their calls.
    var attempts: [(reason: NodeFailure.Reason, at: Instant)] = []

    var slowestRead: Duration { reads.max() ?? .zero }

    /// The longest time between two acknowledgements.
    var longestGap: Duration {
        zip(acknowledged, acknowledged.dropFirst()).map { $0.at.duration(to: $1.at) }.max() ?? .zero
    }

    /// The reasons and numbers of failed attempts between two moments.
    func attempts(from start: Instant, to end: Instant) -> String {
        let reasons = Dictionary(grouping: attempts.filter { $0.at >= start && $0.at <= end }, by: \.reason)
        return reasons.map { "\($1.count) times \($0)" }.sorted().joined(separator: ", ")
    }

    /// The first acknowledgement after a moment.
    func resumed(after moment: Instant) -> Instant? { acknowledged.first { $0.at > moment }?.at }
}

final class DrillRecord: @unchecked Sendable {
    private let lock = NSLock()
    private var current = DrillFigures()

    var figures: DrillFigures { lock.withLock { current } }

    func read(_ body: () async throws -> Bool) async {
        let start = ContinuousClock.now
        do {
            let isRight = try await body()
            let time = ContinuousClock.now - start
            lock.withLock {
                current.reads.append(time)
                if !isRight { current.staleReads += 1 }
            }
        } catch is CancellationError {
        } catch {
            lock.withLock { fail("read: \(error)", \.failedReads) }
        }
    }

    func note(_ failure: NodeFailure) {
        lock.withLock { current.attempts.append((failure.reason, .now)) }
    }

    func write(_ id: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            lock.withLock { current.acknowledged.append((id, .now)) }
        } catch is CancellationError {
        } catch {
            lock.withLock { fail("write \(id): \(error)", \.failedWrites) }
        }
    }

    func count(_ number: Int, _ body: () async throws -> Void) async {
        lock.withLock { current.counterSent = number }
        do {
            try await body()
            lock.withLock { current.counter = number }
        } catch is CancellationError {
        } catch {
            lock.withLock { fail("counter \(number): \(error)", \.failedWrites) }
        }
    }

    private func fail(_ text: String, _ count: WritableKeyPath<DrillFigures, Int>) {
        current[keyPath: count] += 1
        current.failures.append(text)
    }
}
