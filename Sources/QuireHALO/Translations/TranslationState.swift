import Foundation
import QuireText

/// The loaded texts, and the listeners for their changes.
final class TranslationState: @unchecked Sendable {
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

    private let lock = NSLock()
    private var now: Snapshot
    private var loads = 0
    /// Incremented to discard loads in progress.
    private var generation = 0
    private var listeners: [Int: Listener] = [:]
    private var nextListener = 0

    init(locale: String?) { now = Snapshot(locale: locale) }

    deinit { for listener in listeners.values { listener.continuation.finish() } }

    var snapshot: Snapshot { lock.withLock { now } }

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
        let number = lock.withLock {
            nextListener += 1
            let first = text(now)
            listeners[nextListener] = Listener(text: text, continuation: continuation, last: first)
            continuation.yield(first)
            return nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.lock.withLock { _ = self?.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Changes the state and notifies listeners whose text has changed. Yielding under the lock keeps the texts in
    /// order, and no foreign code runs in it.
    private func change<Result>(_ body: (TranslationState) -> Result) -> Result {
        lock.withLock {
            let result = body(self)
            for number in listeners.keys {
                guard var listener = listeners[number] else { continue }
                let text = listener.text(now)
                guard !text.isByteEqual(to: listener.last) else { continue }
                listener.last = text
                listeners[number] = listener
                listener.continuation.yield(text)
            }
            return result
        }
    }
}
