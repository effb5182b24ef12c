import Foundation
import QuireCore

/// Syncs modules when their server announces changes.
///
/// Announced items are synced at once, without the checkpoint. The changes since the checkpoint follow when the
/// announcements pause, or after a few seconds. So a burst of announcements costs few requests, and an announcement that
/// was lost is made good.
struct Follower: Sendable {
    let sync: ContentSync
    let modules: [ModuleDescriptor]
    let interval: Duration
    /// The longest time from an announcement to a sync from the checkpoint.
    static let settling = Duration.seconds(5)
    /// More waiting items than this are synced from the checkpoint.
    static let mostItems = 1_000

    /// What is to be done for a module.
    private struct Work {
        var ids: Set<String> = []
        /// When to sync from the checkpoint.
        var due: ContinuousClock.Instant
        var comparison = SyncComparison.ifDue
        var failures = 0
        /// Nothing is tried before this, after a failure.
        var pause: ContinuousClock.Instant?
    }

    func run() async {
        let buffer = RealtimeBuffer()
        await withTaskGroup(of: Void.self) { group in
            if let engine = sync.engine as? any RealtimeEngine {
                group.addTask {
                    for await change in engine.changes(ofModules: modules) { buffer.send(change) }
                }
            }
            group.addTask { await work(buffer) }
            await group.waitForAll()
        }
    }

    private func work(_ buffer: RealtimeBuffer) async {
        var works: [String: Work] = [:]
        for module in modules { works[module.name] = Work(due: .now) }
        while !Task.isCancelled {
            for change in buffer.takeAll() {
                guard var work = works[change.module] else { continue }
                if let id = change.id {
                    work.ids.insert(id)
                    work.due = min(work.due, .now + Self.settling)
                }
                if change.id == nil || work.ids.count > Self.mostItems {
                    // Deletions may have been missed. After a new connection, the server can be reached again.
                    work.ids = []
                    work.due = .now
                    work.comparison = max(work.comparison, .count)
                    work.pause = nil
                }
                works[change.module] = work
            }
            var isIdle = true
            for module in modules where !Task.isCancelled {
                guard let work = works[module.name], let next = await step(module.name, work) else {
                    continue
                }
                works[module.name] = next
                isIdle = false
            }
            guard isIdle else { continue }
            let wake = works.values.map { max($0.due, $0.pause ?? $0.due) }.min() ?? .now + interval
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await Task.sleep(until: wake, clock: .continuous) }
                group.addTask { await buffer.wait() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Does what is due for a module. `nil` if nothing is.
    private func step(_ module: String, _ work: Work) async -> Work? {
        var next = work
        if let pause = work.pause, pause > .now { return nil }
        let isFull = work.due <= .now
        guard isFull || !work.ids.isEmpty else { return nil }
        var options = sync.options(module, locale: nil, moduleID: nil)
        options.comparison = work.comparison
        if !isFull { options.ids = work.ids }
        do {
            let start = ContinuousClock.now
            _ = try await sync.sync(module, options)
            next.failures = 0
            next.pause = nil
            if isFull {
                next.comparison = .ifDue
                next.due = start + interval
            } else {
                next.ids = []
            }
        } catch {
            next.failures += 1
            let wait = min(30, pow(2, Double(min(next.failures, 6)) - 1)) * Double.random(in: 0.5...1)
            next.pause = .now + .seconds(wait)
            next.due = min(next.due, next.pause ?? next.due)
        }
        return next
    }
}

extension ContentSync {
    /// Keeps modules synced, until the task is cancelled.
    ///
    /// ```swift
    /// let following = Task { await sync.follow(Books.self, Authors.self) }
    /// for try await page in ContentClient(engine: store).live(Books.query().where(\.age >= 18)) {
    ///     show(page.items)                            // also after a change by somebody else
    /// }
    /// ```
    /// Syncs now, after each change that the server announces (``RealtimeEngine``), after each reconnect, and after an
    /// interval. An announcement is never stored itself: the item is fetched from the server, and soon after, everything
    /// that has changed since the last sync. A sync that fails, for example while offline, is repeated after increasing
    /// delays, from 1 s to 30 s. ``events()`` reports each result.
    /// - Parameters:
    ///   - modules: The modules.
    ///   - interval: How often to sync without an announcement.
    public func follow(
        _ modules: any ContentModule.Type..., every interval: Duration = .seconds(900)
    ) async {
        await Follower(sync: self, modules: modules.map { $0.descriptor }, interval: interval).run()
    }
}
