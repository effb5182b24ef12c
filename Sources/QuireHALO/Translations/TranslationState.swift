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

    private struct Listener {
        let text: @Sendable (Snapshot) -> String
        let continuation: AsyncStream<String>.Continuation
        var last: String
    }

    private struct State {
        var now: Snapshot
        var loads = 0
        /// Incremented to discard loads in progress.
        var generation = 0
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
    }

    private let state: Locked<State>

    init(locale: String?) { state = Locked(State(now: Snapshot(locale: locale))) }

    deinit { for listener in state.value.listeners.values { listener.continuation.finish() } }

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
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(16))
        let number = state.withLock { state in
            state.nextListener += 1
            let first = text(state.now)
            state.listeners[state.nextListener] = Listener(
                text: text, continuation: continuation, last: first)
            continuation.yield(first)
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }

    /// Changes the state and notifies listeners whose text has changed. Yielding under the lock keeps the texts in
    /// order, and no foreign code runs in it.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            for number in state.listeners.keys {
                guard var listener = state.listeners[number] else { continue }
                let text = listener.text(state.now)
                guard !text.isByteEqual(to: listener.last) else { continue }
                listener.last = text
                state.listeners[number] = listener
                listener.continuation.yield(text)
            }
            return result
        }
    }
}
