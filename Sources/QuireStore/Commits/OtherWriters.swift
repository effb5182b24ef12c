#if SQLite
import Dispatch
import QuireEngine
import QuireToolbox

/// Notices commits of other processes, and of other stores of the same file, while live queries are open.
///
/// SQLite reports only commits of other connections on the writing connection. A timer asks for them, and the beginning
/// of each transaction too. While the connection writes, nobody else commits, so the timer need not wait for it.
final class OtherWriters: Sendable {
    /// How often the timer asks.
    static let interval = DispatchTimeInterval.milliseconds(50)

    private let writers: ConnectionPool
    private let recorder: ChangeRecorder
    private let isInMemory: Bool
    private let timer = Locked<(any DispatchSourceTimer)?>(nil)

    init(_ writers: ConnectionPool, _ recorder: ChangeRecorder, isInMemory: Bool) {
        self.writers = writers
        self.recorder = recorder
        self.isInMemory = isInMemory
    }

    deinit { timer.withLock { $0?.cancel() } }

    /// Whether the timer runs.
    var isPolling: Bool { timer.withLock { $0 != nil } }

    /// Starts the timer for the first live query, and stops it after the last.
    func followWatchers(of hub: CommitHub) {
        guard !isInMemory else { return }
        timer.withLock { timer in
            if hub.isWatched {
                if timer == nil { timer = startedTimer(hub) }
            } else {
                timer?.cancel()
                timer = nil
                recorder.stopCounting()
            }
        }
    }

    /// Counts the commits of others from now on, if nobody writes at the moment. Otherwise the next check reports a
    /// change, because there may have been one.
    func startCounting() {
        guard !isInMemory, let connection = writers.takeIfIdle() else { return }
        defer { writers.give(back: connection) }
        try? recorder.startCounting(connection)
    }

    private func startedTimer(_ hub: CommitHub) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "quire.store.others"))
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(5))
        timer.setEventHandler { [weak self, weak hub] in
            guard let self, let hub else { return }
            self.check(hub)
        }
        timer.activate()
        return timer
    }

    private func check(_ hub: CommitHub) {
        guard let connection = writers.takeIfIdle() else { return }
        defer { writers.give(back: connection) }
        do {
            try connection.checkFiles(.reading)
            try recorder.noticeOtherCommits(connection)
        } catch {
            // The live queries get the error from their next read.
            hub.send(.unknown)
        }
    }
}
#endif
