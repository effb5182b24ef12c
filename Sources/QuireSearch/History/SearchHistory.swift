public import Foundation
import QuireText
import QuireToolbox

/// The most recent searches of a user, stored in a small file, or only in memory.
///
/// ```swift
/// let history = SearchHistory(at: folder.appending(path: "searches.json"))
/// history.type("moby d")                                  // recorded after a second of quiet
/// history.record("Moby Dick")                             // at once
/// history.follow(session)                                 // or both, by themselves
/// history.searches                                        // ["Moby Dick"]
/// for await searches in history.lists { show(searches) }
/// ```
/// ``RecentSearches`` decides which searches are kept. Calls return at once, from any thread, and ``searches``
/// reflects them at once. The file is written in the background, in the same order, and ``flush()`` waits for it.
/// Several processes may use one file: their records are merged. A file that cannot be read is reported to
/// `onProblem` and moved aside, never overwritten. While the disk is full, searches stay in memory, and every later
/// write tries again.
public final class SearchHistory: Sendable {
    /// The size of the history, and when typed text is recorded.
    public struct Options: Sendable {
        /// The maximum number of searches.
        public var limit: Int
        /// How long typing must pause before the text is recorded.
        public var quiet: Duration
        /// The clock for the pause.
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
        /// Changes that are not in the file yet, oldest first.
        var changes: [(number: Int, change: Change)] = []
        var number = 0
        /// Typed text that is not recorded yet.
        var typed: (text: String, number: Int, task: Task<Void, Never>)?
        var isWriting = false

        mutating func forgetTyped() {
            typed?.task.cancel()
            typed = nil
        }
    }

    /// The limit while the disk is full.
    private static let maximumChanges = 1_000

    private let options: Options
    private let file: HistoryFile?
    private let onProblem: (@Sendable (SearchHistoryError) -> Void)?
    private let queue = DispatchQueue(label: "quire.search-history")
    private let state: Locked<State>
    private let latest = Broadcast<[String]>(kept: 1, first: [])

    /// - Parameters:
    ///   - file: The file. It is created together with its folder when the first search is recorded, for the owner
    ///     only.
    ///     `nil` keeps the searches in memory.
    ///   - options: The size of the history, and when typed text is recorded.
    ///   - onProblem: Receives errors of the file, on the history's own queue.
    public init(
        at file: URL? = nil, options: Options = Options(),
        onProblem: (@Sendable (SearchHistoryError) -> Void)? = nil
    ) {
        self.options = options
        self.file = file.map { HistoryFile(path: $0.path) }
        self.onProblem = onProblem
        state = Locked(State(recent: RecentSearches(limit: options.limit)))
        if file != nil { queue.async { [self] in _ = synchronize() } }
    }

    deinit { state.withLock { $0.forgetTyped() } }

    /// The searches, most recent first. Those in the file are included as soon as it has been read.
    public var searches: [String] { latest.last ?? [] }

    /// The current searches, and the searches after every change, most recent first. Ends with the history.
    public var lists: AsyncStream<[String]> { latest.stream }

    /// Returns the searches that contain a text at the beginning of a word, with the occurrence highlighted.
    public func matches(_ text: String) -> [HighlightedText] { state.withLock { $0.recent }.matches(text) }

    // MARK: - Recording

    /// Records a complete search that was submitted or chosen from a list. Ignores a blank text.
    public func record(_ text: String) {
        guard SearchPhrase(text) != nil else { return type(text) }
        change(.add(text))
    }

    /// Records typed text after a pause of ``Options/quiet``. Each call replaces the previous text, and a blank text
    /// cancels it.
    public func type(_ text: String) {
        let (clock, quiet) = (options.clock, options.quiet)
        state.withLock { state in
            state.forgetTyped()
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

    /// Removes a search, regardless of its spelling.
    public func remove(_ text: String) { change(.remove(text)) }

    /// Removes all searches, from the file too, and the files that were moved aside.
    public func removeAll() { change(.removeAll) }

    /// Records typed text without waiting for the pause, and returns when the file is up to date and the list
    /// contains the searches of other processes. Call it when an app goes to the background.
    ///
    /// - Throws: ``SearchHistoryError`` if the file cannot be used.
    public func flush() async throws {
        recordTyped(nil)
        guard file != nil else { return }
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: synchronize()) }
        }
    }

    /// - Parameter number: The number of the text to record. `nil` records any waiting text.
    private func recordTyped(_ number: Int?) {
        state.withLock { state in
            guard let typed = state.typed, number == nil || typed.number == number else { return }
            state.forgetTyped()
            add(.add(typed.text), to: &state)
        }
    }

    private func change(_ change: Change) {
        state.withLock { state in
            state.forgetTyped()
            add(change, to: &state)
        }
    }

    private func add(_ change: Change, to state: inout State) {
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

    /// Synchronizes the file and the list. Runs on the queue.
    private func synchronize() -> Result<Void, any Error> {
        guard let file else { return .success(()) }
        let changes = state.withLock { state in
            state.isWriting = false
            return state.changes
        }
        do throws(SearchHistoryError) {
            let stored = try write(changes.map(\.change), to: file)
            let last = changes.last?.number ?? 0
            state.withLock { state in
                state.changes.removeAll { $0.number <= last }
                state.recent = RecentSearches(stored, limit: options.limit)
                for (_, change) in state.changes { change.apply(to: &state.recent) }
                if state.recent.texts != searches { latest.send(state.recent.texts) }
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
        } onProblem: { problem in
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

extension SearchHistory {
    /// Records the searches of a session, until the session ends or the task is cancelled.
    ///
    /// ```swift
    /// history.follow(session)
    /// ```
    /// A search is recorded when its first results are delivered: a submitted one at once, regardless of its result,
    /// and a typed one after ``Options/quiet``, if it found anything as typed. Searches that fail, are cancelled or superseded
    /// are not recorded, and neither are further pages. The task retains neither the session nor the history.
    @discardableResult
    public func follow<Module>(_ session: SearchSession<Module>) -> Task<Void, Never> {
        let events = session.events
        return Task { [weak self] in
            for await event in events {
                guard case .delivered = event.kind, !event.isLoadingMore else { continue }
                self?.note(event)
            }
        }
    }

    private func note<Module>(_ event: SearchEvent<Module>) {
        if !event.isTyped {
            record(event.text)
        } else if event.total == 0 || event.level.map({ $0 != .words }) ?? false {
            // The text typed before is obsolete.
            type("")
        } else {
            type(event.text)
        }
    }
}

/// A problem with the file of a search history. The searches themselves stay in memory.
public struct SearchHistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Sendable, Hashable {
        /// The file has another format, or is corrupt. The next write moves it aside.
        case damaged
        /// A later version of the library wrote the file. The next write moves it aside.
        case newer
        /// Another process held the file for too long.
        case busy
        /// The system could not read or write the file: no space, no permission. The next write tries again.
        case refused
    }

    public var kind: Kind
    /// The history's file.
    public var path: String
    public var reason: String
    /// The path to which the file was moved instead of being overwritten.
    public var setAside: String?

    init(_ kind: Kind, at path: String, reason: String, setAside: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
        self.setAside = setAside
    }

    public var description: String {
        let advice =
            switch kind {
            case .damaged, .newer:
                setAside.map { "It was moved to \($0); remove it, or move it back." }
                    ?? "It stays as it is until the next search is recorded, and is moved aside then."
            case .busy: "Close the other process; the searches stay in memory until the file is free."
            case .refused:
                "Free some space, or check the permissions; the searches stay in memory until then."
            }
        return PlainText.error("Could not use the search history in \(path): \(reason)", advice)
    }
}
