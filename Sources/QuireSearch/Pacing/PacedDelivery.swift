import QuireToolbox

/// Delivers the latest value according to a pacing.
///
/// The receiver is called with one value at a time, in order, and never under the lock, so it may send values itself.
final class PacedDelivery<Value: Sendable>: Sendable {
    private struct State {
        var pacing: PacingState
        var newest: Value?
        var due: [Value] = []
        var isDelivering = false
        var timer: Task<Void, Never>?
        var token = 0
    }

    private let state: Locked<State>
    private let clock: any Clock<Duration>
    private let receive: @Sendable (Value) -> Void

    init(_ pacing: PacingState, clock: any Clock<Duration>, receive: @escaping @Sendable (Value) -> Void) {
        state = Locked(State(pacing: pacing))
        self.clock = clock
        self.receive = receive
    }

    deinit { state.value.timer?.cancel() }

    var pacing: SearchPacing {
        get { state.withLock { $0.pacing.pacing } }
        set { state.withLock { $0.pacing.pacing = newValue } }
    }

    func send(_ value: Value) {
        step { state in
            state.newest = value
            return state.pacing.typed()
        }
    }

    /// Delivers the waiting value at once.
    func flush() {
        step { state in
            var step = PacingState.Step(searches: state.pacing.isWaiting)
            step.timer = state.pacing.flushed().timer
            return step
        }
    }

    /// Drops the waiting value.
    func cancel() {
        step { state in
            state.newest = nil
            return state.pacing.flushed()
        }
    }

    private func fired(_ token: Int) {
        step { token == $0.token ? $0.pacing.fired() : .init() }
    }

    private func step(_ change: (inout State) -> PacingState.Step) {
        let stopped: Task<Void, Never>? = state.withLock { state in
            let step = change(&state)
            if step.searches, let value = state.newest.take() { state.due.append(value) }
            switch step.timer {
            case .stays: return nil
            case .stops: return replaceTimer(nil, &state)
            case .starts(let delay): return replaceTimer(delay, &state)
            }
        }
        stopped?.cancel()
        deliver()
    }

    /// - Returns: The previous timer.
    private func replaceTimer(_ delay: Duration?, _ state: inout State) -> Task<Void, Never>? {
        state.token += 1
        let stopped = state.timer
        state.timer = delay.map { delay in
            Task { [weak self, clock, token = state.token] in
                do { try await clock.sleep(for: delay, tolerance: nil) } catch { return }
                self?.fired(token)
            }
        }
        return stopped
    }

    private func deliver() {
        while let value = next() {
            receive(value)
            state.withLock { $0.isDelivering = false }
        }
    }

    private func next() -> Value? {
        state.withLock { state in
            guard !state.isDelivering, !state.due.isEmpty else { return nil }
            state.isDelivering = true
            return state.due.removeFirst()
        }
    }
}
