import QuireCore
import QuireEngine
import QuireServer
import QuireToolbox

/// What has changed since the page looked: commits of this or another process, and the schema.
final class ChangeFeed: Sendable {
    struct News: Sendable {
        /// The number to ask with next.
        var number: Int
        /// Whether anything happened after the number that was asked with.
        var hasChanges = false
        var hasNewSchema = false
        /// The changed modules with the ids of their changed items; `nil` for many or unknown items.
        var modules: [String: [String]?] = [:]
        /// Whether any module may have changed.
        var isUnknown = false
    }

    private struct Event {
        var number: Int
        /// `nil` for the schema.
        var changes: CommittedChanges?
    }

    private struct State {
        var number = 1
        var events: [Event] = []
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Locked(State())
    /// The most events that are kept. Who asks for older ones gets to know only that something changed.
    private static let mostEvents = 256
    private static let mostWaiting = 16

    /// Adds the changes of commits, or `nil` for a new schema.
    func add(_ changes: CommittedChanges?) {
        let woken = state.withLock { state in
            state.number += 1
            state.events.append(Event(number: state.number, changes: changes))
            let excess = state.events.count - Self.mostEvents
            if excess > 0 { state.events.removeFirst(excess) }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken { continuation.resume() }
    }

    /// The news after a number; waits for them.
    ///
    /// - Parameters:
    ///   - last: The number of the last news; `nil` returns the current number at once.
    ///   - seconds: How long to wait.
    /// - Throws: `ExplorerError` if too many wait.
    func news(after last: Int?, waiting seconds: Int) async throws(ExplorerError) -> News {
        let now = news(after: last ?? .max)
        guard last != nil, !now.hasChanges, seconds > 0 else { return now }
        guard
            let waiter = state.withLock({ state -> Int? in
                guard state.waiting.count < Self.mostWaiting else { return nil }
                state.nextWaiter += 1
                return state.nextWaiter
            })
        else {
            throw ExplorerError(
                .busy, "\(Self.mostWaiting) pages wait for changes, which is the most. Close some.")
        }
        let watchdog = Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000)
            self?.wake(waiter)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    // Something may have happened meanwhile.
                    if Task.isCancelled || (last ?? .max) < state.number { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isLate { continuation.resume() }
            }
        } onCancel: {
            wake(waiter)
        }
        watchdog.cancel()
        return news(after: last ?? .max)
    }

    private func wake(_ waiter: Int) {
        state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }

    private func news(after last: Int) -> News {
        state.withLock { state in
            var news = News(number: state.number)
            guard last < state.number else { return news }
            news.hasChanges = true
            if let oldest = state.events.first?.number, last + 1 < oldest {
                news.isUnknown = true
                news.hasNewSchema = true
            }
            for event in state.events where event.number > last {
                guard let changes = event.changes else {
                    news.hasNewSchema = true
                    continue
                }
                guard let modules = changes.modules else {
                    news.isUnknown = true
                    continue
                }
                for (name, change) in modules { news.modules[name] = Self.merged(news.modules[name], change) }
            }
            return news
        }
    }

    private static func merged(_ ids: [String]??, _ change: ModuleChanges) -> [String]? {
        guard case .items(let items) = change else { return nil }
        let earlierIDs: [String]
        switch ids {
        case nil: earlierIDs = []
        case .some(nil): return nil
        case .some(let ids?): earlierIDs = ids
        }
        let all = earlierIDs + items.map(\.id)
        return all.count > 200 ? nil : all
    }
}

/// Tells the page what has changed, and follows the commits of the main engine.
struct ChangeCalls: Sendable {
    let context: ExplorerContext
    let feed = ChangeFeed()

    func changes(_ request: ServedRequest) async throws -> JSONValue {
        let parameters = Self.parameters(request.query)
        let after = parameters["after"].flatMap { $0 > 0 ? $0 : nil }
        let news = try await feed.news(after: after, waiting: min(max(parameters["wait"] ?? 0, 0), 25))
        var modules: [JSONValue.Member] = news.modules.sorted { $0.key < $1.key }.map {
            .init($0.key, $0.value?.json ?? .null)
        }
        if news.isUnknown {
            modules = context.schema.now.schema.modules.map { .init($0.name, .null) }
        }
        return .record([
            "now": news.number.json, "schema": context.schema.now.revision.json,
            "schemaChanged": news.hasNewSchema.json, "modules": .object(modules),
        ])
    }

    /// Follows the main engine's commits, if it reports them, until the task is cancelled.
    func follow() async {
        guard let live = context.engines.first?.engine.live?.engine else { return }
        let watch = await live.watchCommits()
        while let changes = try? await watch.nextCommits() { feed.add(changes) }
    }

    private static func parameters(_ query: String) -> [String: Int] {
        var parameters: [String: Int] = [:]
        for pair in query.split(separator: "&").prefix(10) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { parameters[String(parts[0])] = Int(parts[1]) }
        }
        return parameters
    }
}
