import Foundation

/// Delivers the latest value according to a pacing.
///
/// The receiver is called with one value at a time, in order, and never under the lock, so it may send values itself.
final class PacedDelivery<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let clock: any Clock<Duration>
    private let receive: @Sendable (Value) -> Void
    private var state: PacingState
    private var newest: Value?
    private var due: [Value] = []
    private var isDelivering = false
    private var timer: Task<Void, Never>?
    private var token = 0

    init(_ state: PacingState, clock: any Clock<Duration>, receive: @escaping @Sendable (Value) -> Void) {
        self.state = state
        self.clock = clock
        self.receive = receive
    }

    deinit { timer?.cancel() }

    var pacing: SearchPacing {
        get { lock.withLock { state.pacing } }
        set { lock.withLock { state.pacing = newValue } }
    }

    func send(_ value: Value) {
        step {
            newest = value
            return state.typed()
        }
    }

    /// Delivers the waiting value at once.
    func flush() {
        step {
            var step = PacingState.Step(searches: state.isWaiting)
            step.timer = state.flushed().timer
            return step
        }
    }

    /// Drops the waiting value.
    func cancel() {
        step {
            newest = nil
            return state.flushed()
        }
    }

    private func fired(_ token: Int) {
        step { token == self.token ? state.fired() : .init() }
    }

    private func step(_ change: () -> PacingState.Step) {
        let stopped: Task<Void, Never>? = lock.withLock {
            let step = change()
            if step.searches, let value = newest {
                due.append(value)
                newest = nil
            }
            switch step.timer {
            case .stays: return nil
            case .stops: return replaceTimer(nil)
            case .starts(let delay): return replaceTimer(delay)
            }
        }
        stopped?.cancel()
        deliver()
    }

    /// - Returns: The previous timer.
    private func replaceTimer(_ delay: Duration?) -> Task<Void, Never>? {
        token += 1
        let stopped = timer
        timer = delay.map { delay in
            Task { [weak self, clock, token] in
                do { try await clock.sleep(for: delay, tolerance: nil) } catch { return }
                self?.fired(token)
            }
        }
        return stopped
    }

    private func deliver() {
        while let value = next() {
            receive(value)
            lock.withLock { isDelivering = false }
        }
    }

    private func next() -> Value? {
        lock.withLock {
            guard !isDelivering, !due.isEmpty else { return nil }
            isDelivering = true
            return due.removeFirst()
        }
    }
}
