public import Foundation
import QuireText
import QuireToolbox

/// The last searches of a person, kept in a small file, or in memory alone.
///
/// ```swift
/// let history = SearchHistory(at: folder.appending(path: "searches.json"))
/// history.type("moby d")                                  // recorded after a second of quiet
/// history.record("Moby Dick")                             // at once
/// history.follow(session)                                 // or both, by themselves
/// history.searches                                        // ["Moby Dick"]
/// for await searches in history.lists { show(searches) }
/// ```
/// Which searches are kept is told by ``RecentSearches``. Calls return at once, from any thread, and are seen at once by
/// ``searches``; the file follows in the background, in the same order, and ``flush()`` waits for it. Several processes
/// may use one file: what each records is added to what the others have. A file that cannot be read is told to
/// `onProblem` and moved aside, never overwritten; while the disk is full the searches stay in memory, and every later
/// write tries again.
///
/// Unchecked: a lock guards what changes.
public final class SearchHistory: @unchecked Sendable {
    /// How much is kept, and when.
    public struct Options: Sendable {
        /// How many searches are kept.
        public var limit: Int
        /// How long nothing must be typed until what was typed is recorded.
        public var quiet: Duration
        /// What measures the quiet.
        public var clock: any Clock<Duration>

        public init(
            limit: Int = 10, quiet: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.limit = limit
            self.quiet = quiet
            self.clock = clock
        }
    }

    fileprivate enum Change {
        case add(String)
        case remove(String)
        case removeAll
    }

    private struct State {
        var recent: RecentSearches
        /// What the file does not have yet, oldest first.
        var changes: [(number: Int, change: Change)] = []
        var number = 0
        /// What was typed and is not recorded yet.
        var typed: (text: String, number: Int, task: Task<Void, Never>)?
        var isWriting = false
    }

    /// While the disk is full.
    private static let maximumChanges = 1_000

    private let options: Options
    private let file: HistoryFile?
    private let onProblem: (@Sendable (SearchHistoryError) -> Void)?
    private let queue = DispatchQueue(label: "quire.search-history")
    private let lock = NSLock()
    private var state: State
    private let latest: LatestValue<[String]>

    /// - Parameters:
    ///   - file: Made, with its folder, when the first search is recorded; for the owner only. `nil` keeps the searches
    ///     in memory.
    ///   - options: How many searches are kept, and when a search counts.
    ///   - onProblem: Takes what goes wrong with the file, on a queue of the history's own.
    public init(
        at file: URL? = nil, options: Options = Options(),
        onProblem: (@Sendable (SearchHistoryError) -> Void)? = nil
    ) {
        self.options = options
        self.file = file.map { HistoryFile(path: $0.path) }
        self.onProblem = onProblem
        state = State(recent: RecentSearches(limit: options.limit))
        latest = LatestValue([])
        if file != nil { queue.async { [self] in _ = synchronize() } }
    }

    deinit { state.typed?.task.cancel() }

    /// The searches, the most recent first; those of the file are there as soon as it has been read.
    public var searches: [String] { latest.value }

    /// The searches now and after every change, the most recent first. Ends with the history.
    public var lists: AsyncStream<[String]> { latest.stream }

    /// The searches in which a text stands from the beginning of a word on, each with that place marked.
    public func matches(_ text: String) -> [HighlightedText] { lock.withLock { state.recent }.matches(text) }

    // MARK: - Recording

    /// Records a search that was meant as it stands: submitted, or chosen from a list. A blank text is none.
    public func record(_ text: String) {
        guard SearchPhrase(text) != nil else { return type(text) }
        change(.add(text))
    }

    /// Records what is being typed, once nothing more is typed for ``Options/quiet``; each call takes the place of the
    /// one before, and a blank text of all.
    public func type(_ text: String) {
        let (clock, quiet) = (options.clock, options.quiet)
        lock.withLock {
            forgetTyped()
            guard SearchPhrase(text) != nil else { return }
            state.number += 1
            let number = state.number
            let task = Task { [weak self] in
                guard (try? await clock.sleep(for: quiet)) != nil else { return }
                self?.recordTyped(number)
            }
            state.typed = (text, number, task)
        }
    }

    /// Removes one search, however it is spelled.
    public func remove(_ text: String) { change(.remove(text)) }

    /// Removes all searches, from the file too, and the files that were set aside.
    public func removeAll() { change(.removeAll) }

    /// Records what was typed without waiting for quiet, and returns when the file has everything, and the list has what
    /// other processes have recorded: for an app that goes to the background.
    ///
    /// - Throws: ``SearchHistoryError`` where the file cannot be used.
    public func flush() async throws {
        recordTyped(nil)
        guard file != nil else { return }
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: synchronize()) }
        }
    }

    /// - Parameter number: Of the text that is to be recorded; `nil` takes whatever waits.
    private func recordTyped(_ number: Int?) {
        lock.withLock {
            guard let typed = state.typed, number == nil || typed.number == number else { return }
            typed.task.cancel()
            state.typed = nil
            add(.add(typed.text))
        }
    }

    private func change(_ change: Change) {
        lock.withLock {
            forgetTyped()
            add(change)
        }
    }

    private func forgetTyped() {
        state.typed?.task.cancel()
        state.typed = nil
    }

    /// Under the lock.
    private func add(_ change: Change) {
        change.apply(to: &state.recent)
        latest.send(state.recent.texts)
        guard file != nil else { return }
        if case .removeAll = change { state.changes = [] }
        state.number += 1
        state.changes.append((state.number, change))
        if state.changes.count > Self.maximumChanges { state.changes.removeFirst() }
        guard !state.isWriting else { return }
        state.isWriting = true
        queue.async { [self] in _ = synchronize() }
    }

    // MARK: - The file

    /// Brings the file what it does not have, and the list what the file has. On the queue.
    private func synchronize() -> Result<Void, any Error> {
        guard let file else { return .success(()) }
        let changes = lock.withLock {
            state.isWriting = false
            return state.changes
        }
        do throws(SearchHistoryError) {
            let stored = try write(changes.map(\.change), to: file)
            let last = changes.last?.number ?? 0
            lock.withLock {
                state.changes.removeAll { $0.number <= last }
                state.recent = RecentSearches(stored, limit: options.limit)
                for (_, change) in state.changes { change.apply(to: &state.recent) }
                if state.recent.texts != latest.value { latest.send(state.recent.texts) }
            }
            return .success(())
        } catch {
            onProblem?(error)
            return .failure(error)
        }
    }

    private func write(_ changes: [Change], to file: HistoryFile) throws(SearchHistoryError) -> [String] {
        guard !changes.isEmpty else { return try file.read() }
        if case .removeAll? = changes.first { try file.removeAll() }
        let limit = options.limit
        return try file.update { stored in
            var recent = RecentSearches(stored, limit: limit)
            for change in changes { change.apply(to: &recent) }
            return recent.texts
        } told: { problem in
            onProblem?(problem)
        }
    }
}

extension SearchHistory.Change {
    fileprivate func apply(to recent: inout RecentSearches) {
        switch self {
        case .add(let text): recent.add(text)
        case .remove(let text): recent.remove(text)
        case .removeAll: recent.removeAll()
        }
    }
}
