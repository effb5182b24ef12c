import Foundation

/// Combines the starts and ends of requests into one busy signal, after a grace period.
final class BusySignal: @unchecked Sendable {
    private let lock = NSLock()
    private let grace: Duration
    private let clock: any Clock<Duration>
    private let continuation: AsyncStream<Bool>.Continuation
    private var running: Set<Int> = []
    private var isShown = false
    private var timer: Task<Void, Never>?
    /// Incremented whenever the delay starts or is cancelled.
    private var round = 0

    init(grace: Duration, clock: any Clock<Duration>, _ continuation: AsyncStream<Bool>.Continuation) {
        self.grace = grace
        self.clock = clock
        self.continuation = continuation
    }

    func began(_ numbers: Set<Int>) {
        lock.withLock {
            let wasIdle = running.isEmpty
            running.formUnion(numbers)
            guard wasIdle, !running.isEmpty else { return }
            if grace > .zero { startTimer() } else { show(true) }
        }
    }

    func ended(_ number: Int) {
        let stopped: Task<Void, Never>? = lock.withLock {
            guard running.remove(number) != nil, running.isEmpty else { return nil }
            if isShown { show(false) }
            return stopTimer()
        }
        stopped?.cancel()
    }

    /// Stops, because nobody listens any more.
    func stop() { lock.withLock { stopTimer() }?.cancel() }

    private func fired(_ round: Int) {
        lock.withLock {
            if round == self.round { show(true) }
        }
    }

    private func show(_ isBusy: Bool) {
        isShown = isBusy
        continuation.yield(isBusy)
    }

    private func startTimer() {
        round += 1
        timer = Task { [weak self, clock, grace, round] in
            do { try await clock.sleep(for: grace, tolerance: nil) } catch { return }
            self?.fired(round)
        }
    }

    private func stopTimer() -> Task<Void, Never>? {
        round += 1
        defer { timer = nil }
        return timer
    }
}
