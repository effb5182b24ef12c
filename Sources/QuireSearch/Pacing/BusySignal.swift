import QuireToolbox

/// Combines the starts and ends of requests into one busy signal, after a grace period.
final class BusySignal: Sendable {
    private struct State {
        var running: Set<Int> = []
        var isShown = false
        var timer: Task<Void, Never>?
        /// Incremented whenever the delay starts or is cancelled.
        var round = 0

        mutating func stopTimer() -> Task<Void, Never>? {
            round += 1
            return timer.take()
        }
    }

    private let state = Locked(State())
    private let grace: Duration
    private let clock: any Clock<Duration>
    private let continuation: AsyncStream<Bool>.Continuation

    init(grace: Duration, clock: any Clock<Duration>, _ continuation: AsyncStream<Bool>.Continuation) {
        self.grace = grace
        self.clock = clock
        self.continuation = continuation
    }

    func began(_ numbers: Set<Int>) {
        state.withLock { state in
            let wasIdle = state.running.isEmpty
            state.running.formUnion(numbers)
            guard wasIdle, !state.running.isEmpty else { return }
            if grace > .zero { startTimer(&state) } else { show(true, &state) }
        }
    }

    func ended(_ number: Int) {
        let stopped: Task<Void, Never>? = state.withLock { state in
            guard state.running.remove(number) != nil, state.running.isEmpty else { return nil }
            if state.isShown { show(false, &state) }
            return state.stopTimer()
        }
        stopped?.cancel()
    }

    /// Stops, because nobody listens any more.
    func stop() { state.withLock { $0.stopTimer() }?.cancel() }

    private func fired(_ round: Int) {
        state.withLock { state in
            if round == state.round { show(true, &state) }
        }
    }

    private func show(_ isBusy: Bool, _ state: inout State) {
        state.isShown = isBusy
        continuation.yield(isBusy)
    }

    private func startTimer(_ state: inout State) {
        state.round += 1
        state.timer = Task { [weak self, clock, grace, round = state.round] in
            do { try await clock.sleep(for: grace, tolerance: nil) } catch { return }
            self?.fired(round)
        }
    }
}
