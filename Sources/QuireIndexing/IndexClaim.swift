import Foundation

/// The right to feed an index from a journal, which one monitor of this process has at a time; given up with its last
/// reference, or before.
final class IndexClaim: Sendable {
    private struct Key: Hashable, Sendable {
        let journal: ObjectIdentifier
        let index: [UInt8]
    }

    /// Unchecked: its lock is taken for every access.
    private final class Taken: @unchecked Sendable {
        private let lock = NSLock()
        /// By whom a key is held: a number of its own for each claim.
        private var holders: [Key: Int] = [:]
        private var lastNumber = 0

        func insert(_ key: Key) -> Int? {
            lock.withLock {
                guard holders[key] == nil else { return nil }
                lastNumber += 1
                holders[key] = lastNumber
                return lastNumber
            }
        }

        func remove(_ key: Key, of number: Int) {
            lock.withLock { if holders[key] == number { holders[key] = nil } }
        }
    }

    private static let taken = Taken()
    private let key: Key
    private let number: Int
    /// Its identity is the key's, so it must not go before the claim does.
    private let journal: any IndexJournal

    /// - Throws: `IndexingError.running` where another monitor has it.
    init(_ index: String, of journal: any IndexJournal) throws(IndexingError) {
        let key = Key(journal: ObjectIdentifier(journal), index: Array(index.utf8))
        // Before anything is stored: what was never made gives nothing up.
        guard let number = Self.taken.insert(key) else { throw .running(index: index) }
        self.key = key
        self.number = number
        self.journal = journal
    }

    deinit { giveUp() }

    /// Lets another monitor have it; a second time, nothing happens.
    func giveUp() { Self.taken.remove(key, of: number) }
}
