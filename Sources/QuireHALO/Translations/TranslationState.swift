import QuireText
import QuireToolbox

/// The loaded texts, and the listeners for their changes.
final class TranslationState: Sendable {
    struct Snapshot: Sendable {
        var locale: String?
        /// `nil` until it is loaded.
        var table: TranslationTable?
        var isLoading = false
        /// The error of the last load, if it failed and there are no texts.
        var error: (any Error)?
    }

    /// One caller's load.
    struct Load: Sendable {
        let locale: String?
        fileprivate let generation: Int
    }

    private struct State {
        var now: Snapshot
        var loads = 0
        /// Incremented to discard loads in progress.
        var generation = 0
        var listeners = Listeners<Snapshot>()
    }

    private let state: Locked<State>

    init(locale: String?) { state = Locked(State(now: Snapshot(locale: locale))) }

    deinit { state.withLock { $0.listeners.finish() } }

    var snapshot: Snapshot { state.withLock { $0.now } }

    func begin() -> Load {
        change { state in
            state.loads += 1
            state.now.isLoading = true
            // Without texts, a new attempt shows the loading text again.
            state.now.error = nil
            return Load(locale: state.now.locale, generation: state.generation)
        }
    }

    func end(_ load: Load, _ result: Result<TranslationTable, any Error>) {
        change { state in
            guard load.generation == state.generation else { return }
            state.loads -= 1
            state.now.isLoading = state.loads > 0
            switch result {
            case .success(let table):
                state.now.table = table
                state.now.error = nil
            case .failure(let error):
                // A cancelled caller does not affect the state while others still wait.
                if !(error is CancellationError) || !state.now.isLoading { state.now.error = error }
            }
        }
    }

    /// Drops the texts and discards loads in progress.
    func reset(locale: String?) {
        change { state in
            state.generation += 1
            state.loads = 0
            state.now = Snapshot(locale: locale)
        }
    }

    /// Returns the current text and every later change of it.
    func updates(_ text: @escaping @Sendable (Snapshot) -> String) -> AsyncStream<String> {
        let last = Locked<String?>(nil)
        return state.withLock { state in
            state.listeners.stream(.bufferingNewest(16), replaying: [state.now]) { snapshot in
                let text = text(snapshot)
                return last.withLock { last in
                    if let last, text.isByteEqual(to: last) { return nil }
                    last = text
                    return text
                }
            }
        }
    }

    /// Changes the state and notifies listeners whose text has changed. Yielding under the lock keeps the texts in
    /// order.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            state.listeners.yield(state.now)
            return result
        }
    }
}
