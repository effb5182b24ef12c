import Foundation
import QuireCore
import QuireHTTP
import QuireSync

/// Keeps a realtime connection: makes a new one when it ends, when it gets old, and when somebody signs in or out.
///
/// The loop ends with its last reader, because the stream owns it.
final class RealtimeLoop: Sendable {
    private let buffer = RealtimeBuffer()
    private let task: Task<Void, Never>

    init(_ connection: PocketBaseConnection, topics: [RealtimeTopic], times: RealtimeTimes) {
        task = Task { [buffer] in
            await Self.run(connection, topics, times: times, into: buffer)
            buffer.finish()
        }
    }

    deinit { end() }

    func next() async -> RealtimeChange? { await buffer.next() }

    func end() { task.cancel() }

    private static func run(
        _ connection: PocketBaseConnection, _ topics: [RealtimeTopic], times: RealtimeTimes,
        into buffer: RealtimeBuffer
    ) async {
        var failures = 0
        while !Task.isCancelled {
            let start = ContinuousClock.now
            let realtime = RealtimeConnection(
                connection: connection, topics: topics, times: times,
                onSubscribed: {
                    // Nothing is repeated that was announced before.
                    for change in topics.flatMap(\.everything) { buffer.send(change) }
                },
                onChange: { buffer.send($0) })
            // Whatever the reason, another connection is made. A sync reports why the server cannot be reached.
            try? await runOnce(realtime, connection)
            failures = start + times.recovery <= .now ? 1 : failures + 1
            let delay = times.delays.delay(afterAttempts: failures, jitter: Double.random(in: 0..<1))
            try? await Task.sleep(for: delay)
        }
    }

    /// Runs a connection until it ends, or somebody signs in or out: a connection keeps the rights that it began with.
    private static func runOnce(
        _ realtime: RealtimeConnection, _ connection: PocketBaseConnection
    ) async throws {
        guard let authorization = connection.authorization as? PocketBaseAuthorization else {
            return try await realtime.run()
        }
        // Reads the stored token, so that there is a current user, or none.
        _ = try await authorization.authorization(replacing: nil)
        var user: PocketBaseUser?
        for await current in authorization.userChanges {
            user = current
            break
        }
        try await withThrowingTaskGroup(of: Void.self) { [user] group in
            group.addTask { try await realtime.run() }
            group.addTask {
                for await current in authorization.userChanges {
                    if current?.id != user?.id || current?.collection != user?.collection { return }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension PocketBaseEngine: RealtimeEngine {
    /// Returns the changes of modules that the server announces.
    ///
    /// ```swift
    /// for await change in pocketBase.changes(of: Books.self) { print(change.id ?? "anything") }
    /// // GET /api/realtime
    /// // POST /api/realtime {"clientId":"…","subscriptions":["books/*"]}
    /// ```
    /// The connection has the rights of the signed-in user, and is made again when somebody signs in or out. It is also made
    /// again after 25 minutes, and after it was lost: after 1 s, then after increasing delays up to 30 s.
    ///
    /// PocketBase announces nothing when a changed item leaves what a user may see; the next comparison of a sync finds
    /// that. With the journal of ``PocketBaseHooks`` (`PocketBaseSyncSettings.usesJournal`), its entries are the
    /// announcements, and name that item too. View collections announce nothing at all.
    public func changes(ofModules modules: [ModuleDescriptor]) -> AsyncStream<RealtimeChange> {
        var collections: [String: String] = [:]
        for module in modules { collections[layout(of: module).name] = module.name }
        let topics =
            settings.syncs.usesJournal
            ? [RealtimeTopic.journal(of: collections)]
            : collections.map { RealtimeTopic.records(of: $0.key, module: $0.value) }
        let loop = RealtimeLoop(connection, topics: topics, times: realtimeTimes)
        return AsyncStream {
            await loop.next()
        } onCancel: {
            loop.end()
        }
    }
}
