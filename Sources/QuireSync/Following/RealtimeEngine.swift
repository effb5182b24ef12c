import QuireCore
import QuireEngine
import QuireToolbox

/// An engine whose server announces changes. ``ContentSync/follow(_:every:)`` uses it.
public protocol RealtimeEngine: SyncingEngine {
    /// Returns the changes that the server announces, until the loop is left or its task is cancelled.
    ///
    /// Announcements may be lost while there is no connection. After each new connection, the engine therefore returns a
    /// change without an id for each module. A reader that asks the server after each change misses nothing.
    func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange>
}

extension RealtimeEngine {
    /// Returns the changes of modules that the server announces, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await change in pocketBase.changes(of: Books.self, Authors.self) {
    ///     print(change.module, change.id ?? "anything")
    /// }
    /// // GET /api/realtime
    /// // POST /api/realtime {"clientId":"…","subscriptions":["books/*","authors/*"]}
    /// ```
    /// Each module comes once without an id when the connection is made, and after each reconnect, because nothing is
    /// repeated that was announced meanwhile. Changes that wait for a slow reader are joined: an item comes once, and many
    /// items of a module come as one change without an id. Each loop has its own connection.
    public func changes(of modules: any ContentModule.Type...) -> AsyncStream<RealtimeChange> {
        changes(ofModules: modules.map { $0.descriptor })
    }
}

extension ObservedEngine: RealtimeEngine where Base: RealtimeEngine {
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        base.changes(ofModules: modules)
    }
}

extension SelectedContent: RealtimeEngine {
    /// The base engine's changes. The stream of an engine without realtime ends at once.
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        guard let base = base as? any RealtimeEngine else { return AsyncStream { $0.finish() } }
        return base.changes(ofModules: modules)
    }
}

/// A change that a server has announced. It names what may have changed, and never has the new content.
public struct RealtimeChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The id of the item that was created, changed or deleted. `nil` if any item of the module may have.
    public var id: String?

    public init(module: String, id: String? = nil) {
        self.module = module
        self.id = id
    }
}

/// Changes that wait for their reader. Equal changes are joined, and many items of a module become one change of the
/// whole module, so the buffer cannot grow, and loses nothing.
package final class RealtimeBuffer: Sendable {
    /// More waiting items of a module than this count as a change of the module.
    package static let mostItems = 256

    private struct State {
        var waiting: [RealtimeChange] = []
        var waitingSet: Set<RealtimeChange> = []
        var counts: [String: Int] = [:]
        var isFinished = false

        mutating func add(_ change: RealtimeChange) {
            guard !isFinished, !waitingSet.contains(RealtimeChange(module: change.module)),
                waitingSet.insert(change).inserted
            else { return }
            waiting.append(change)
            counts[change.module, default: 0] += 1
            if change.id == nil || counts[change.module, default: 0] > RealtimeBuffer.mostItems {
                join(change.module)
            }
        }

        mutating func takeFirst() -> RealtimeChange? {
            guard !waiting.isEmpty else { return nil }
            let change = waiting.removeFirst()
            waitingSet.remove(change)
            counts[change.module, default: 0] -= 1
            return change
        }

        private mutating func join(_ module: String) {
            waiting.removeAll { $0.module == module }
            waitingSet = waitingSet.filter { $0.module != module }
            let whole = RealtimeChange(module: module)
            waiting.append(whole)
            waitingSet.insert(whole)
            counts[module] = 1
        }
    }

    private let signal = AsyncSignal()
    private let state = Locked(State())

    package init() {}

    package func send(_ change: RealtimeChange) {
        state.withLock { $0.add(change) }
        signal.send()
    }

    /// Ends the stream after the changes that wait.
    package func finish() {
        state.withLock { $0.isFinished = true }
        signal.send()
    }

    /// Returns the next change. `nil` at the end, and if the task is cancelled.
    package func next() async -> RealtimeChange? {
        while !Task.isCancelled {
            switch state.withLock({ ($0.takeFirst(), $0.isFinished) }) {
            case (let change?, _): return change
            case (nil, true): return nil
            case (nil, false): await signal.wait()
            }
        }
        return nil
    }

    /// Returns all changes that wait, without waiting.
    package func takeAll() -> [RealtimeChange] {
        state.withLock { state in
            defer { state = State(isFinished: state.isFinished) }
            return state.waiting
        }
    }

    /// Waits until there may be changes.
    package func wait() async { await signal.wait() }
}
