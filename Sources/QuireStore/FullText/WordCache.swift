#if SQLite
import QuireEngine
import QuireText
import QuireToolbox

/// The word lists of a store's indexes, and what this process has written since they were read.
///
/// Reading a word list scans the whole index. After a write of this process, a list is updated with the words of the
/// written items instead; after one of another process, it is read again.
final class WordCache: Sendable {
    /// An item that was added to an index or removed from it.
    struct Change: Sendable {
        var isAdded: Bool
        /// The text of each column.
        var texts: [String?]

        var size: Int { texts.reduce(16) { $0 + ($1?.utf8.count ?? 0) } }
    }

    private struct List {
        var version: String
        var words: SortedWords
    }

    /// The number of words in a list that is derived even if a search can do without: it takes less than a millisecond.
    static let shortList = 50_000

    /// The number of bytes of texts that are kept for an index.
    static let mostBytes = 256 * 1_024

    private struct State {
        var log = WriteLog<[Change]>(mostSize: WordCache.mostBytes)
        /// By the statement that reads the list.
        var lists: [String: List] = [:]
    }

    private let analyzer: TextAnalyzer
    private let state = Locked(State())

    init(_ analyzer: TextAnalyzer) { self.analyzer = analyzer }

    /// Adds the changes of a committed transaction.
    ///
    /// - Parameter changes: `nil` if they are unknown or too many.
    func add(_ changes: [Change]?, to name: String, from old: String?, to new: String) {
        let size = changes?.reduce(0) { $0 + $1.size } ?? 0
        state.withLock { $0.log.add(changes, size: size, to: name, from: old, to: new) }
    }

    /// The list of a version, if it is known or can be derived from an older one.
    ///
    /// - Parameter columns: The positions of the columns in the list.
    func list(_ statement: String, of name: String, columns: [Int], version: String) -> SortedWords? {
        state.withLock { state in
            guard let list = state.lists[statement] else { return nil }
            guard let changes = state.log.changes(of: name, from: list.version, to: version) else {
                return nil
            }
            if changes.isEmpty { return list.words }
            let words = list.words.changed(by: frequencies(changes, columns))
            state.lists[statement] = List(version: version, words: words)
            return words
        }
    }

    /// The list of a version, if it is known or can be derived from a short one.
    ///
    /// - Parameter version: Only read if there is a list.
    func knownList(
        _ statement: String, of name: String, columns: [Int], version: () throws -> String?
    ) rethrows -> SortedWords? {
        guard let list = state.withLock({ $0.lists[statement] }), let version = try version() else {
            return nil
        }
        if list.version == version { return list.words }
        guard list.words.count <= Self.shortList else { return nil }
        return self.list(statement, of: name, columns: columns, version: version)
    }

    func keep(_ words: SortedWords, of statement: String, version: String) {
        state.withLock { $0.lists[statement] = List(version: version, words: words) }
    }

    /// How much more often each word occurs. A word counts once for each column of an item.
    private func frequencies(_ changes: [[Change]], _ columns: [Int]) -> [String: Int] {
        var frequencies: [String: Int] = [:]
        for change in changes.lazy.joined() {
            for column in columns {
                guard let text = change.texts[column] else { continue }
                for word in Set(analyzer.forms(in: text).map(\.word)) {
                    frequencies[word, default: 0] += change.isAdded ? 1 : -1
                }
            }
        }
        return frequencies
    }
}
#endif
