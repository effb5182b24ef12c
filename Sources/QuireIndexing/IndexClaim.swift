import Foundation

/// The exclusive right of one monitor in this process to feed an index from a journal. It is released explicitly or
/// with the last reference.
final class IndexClaim: Sendable {
    private struct Key: Hashable, Sendable {
        let journal: ObjectIdentifier
        let index: [UInt8]
    }

    /// Unchecked, because every access takes its lock.
    private final class Taken: @unchecked Sendable {
        private let lock = NSLock()
        /// The holder of each key, as a number that is unique to the claim.
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
    /// The journal's identity is part of the key, so it must live as long as the claim.
    private let journal: any IndexJournal

    /// - Throws: `IndexingError.running` if another monitor holds the claim.
    init(_ index: String, of journal: any IndexJournal) throws(IndexingError) {
        let key = Key(journal: journal.identity, index: Array(index.utf8))
        // Before anything is stored, because a claim that was never made must release nothing.
        guard let number = Self.taken.insert(key) else { throw .running(index: index) }
        self.key = key
        self.number = number
        self.journal = journal
    }

    deinit { giveUp() }

    /// Releases the claim. A second call does nothing.
    func giveUp() { Self.taken.remove(key, of: number) }
}
