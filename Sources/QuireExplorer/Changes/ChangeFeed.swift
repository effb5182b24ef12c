import Foundation
import QuireEngine

/// What has changed since the page looked: commits of this or another process, and the schema.
///
/// Unchecked: a lock protects the state.
final class ChangeFeed: @unchecked Sendable {
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

    private let lock = NSLock()
    private var number = 1
    private var events: [Event] = []
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var nextWaiter = 0
    /// The most events that are kept. Who asks for older ones gets to know only that something changed.
    private static let mostEvents = 256
    private static let mostWaiting = 16

    /// Adds the changes of commits, or `nil` for a new schema.
    func add(_ changes: CommittedChanges?) {
        let woken = lock.withLock {
            number += 1
            events.append(Event(number: number, changes: changes))
            if events.count > Self.mostEvents { events.removeFirst(events.count - Self.mostEvents) }
            defer { waiting = [:] }
            return Array(waiting.values)
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
            let waiter = lock.withLock({ () -> Int? in
                guard waiting.count < Self.mostWaiting else { return nil }
                nextWaiter += 1
                return nextWaiter
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
                let isLate = lock.withLock {
                    // Something may have happened meanwhile.
                    if Task.isCancelled || (last ?? .max) < number { return true }
                    waiting[waiter] = continuation
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
        lock.withLock { waiting.removeValue(forKey: waiter) }?.resume()
    }

    private func news(after last: Int) -> News {
        lock.withLock {
            var news = News(number: number)
            guard last < number else { return news }
            news.hasChanges = true
            if let oldest = events.first?.number, last + 1 < oldest {
                news.isUnknown = true
                news.hasNewSchema = true
            }
            for event in events where event.number > last {
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
        let known: [String]
        switch ids {
        case nil: known = []
        case .some(nil): return nil
        case .some(let ids?): known = ids
        }
        let all = known + items.map(\.id)
        return all.count > 200 ? nil : all
    }
}
