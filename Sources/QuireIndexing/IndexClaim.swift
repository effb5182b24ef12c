import QuireText
import QuireToolbox

/// The exclusive right of one monitor in this process to feed an index from a journal. It is released explicitly or
/// with the last reference.
final class IndexClaim: Sendable {
    private struct Key: Hashable, Sendable {
        let journal: ObjectIdentifier
        let index: ExactText
    }

    private struct Taken {
        /// The holder of each key, as a number that is unique to the claim.
        var holders: [Key: Int] = [:]
        var lastNumber = 0

        mutating func insert(_ key: Key) -> Int? {
            guard holders[key] == nil else { return nil }
            lastNumber += 1
            holders[key] = lastNumber
            return lastNumber
        }
    }

    private static let taken = Locked(Taken())
    private let key: Key
    private let number: Int
    /// The journal's identity is part of the key, so it must live as long as the claim.
    private let journal: any IndexJournal

    /// - Throws: `IndexingError.running` if another monitor holds the claim.
    init(_ index: String, of journal: any IndexJournal) throws(IndexingError) {
        let key = Key(journal: journal.identity, index: ExactText(index))
        // Before anything is stored, because a claim that was never made must release nothing.
        guard let number = Self.taken.withLock({ $0.insert(key) }) else { throw .running(index: index) }
        self.key = key
        self.number = number
        self.journal = journal
    }

    deinit { giveUp() }

    /// Releases the claim. A second call does nothing.
    func giveUp() {
        Self.taken.withLock { taken in
            if taken.holders[key] == number { taken.holders[key] = nil }
        }
    }
}
