import Foundation
import QuireCluster

/// A set of fields of one module. Metadata, which every index has, is left out.
struct FieldMarks: Sendable {
    private var words: [UInt64] = []

    mutating func insert(_ field: IndexedField) {
        guard !field.isMetadata else { return }
        let word = field.ordinal / 64
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(field.ordinal % 64)
    }

    func isSubset(of other: FieldMarks) -> Bool {
        for position in words.indices {
            let others = position < other.words.count ? other.words[position] : 0
            if words[position] & ~others != 0 { return false }
        }
        return true
    }

    mutating func formUnion(_ other: FieldMarks) {
        while words.count < other.words.count { words.append(0) }
        for position in other.words.indices { words[position] |= other.words[position] }
    }
}

/// The fields of a module that the index searched last certainly has.
final class SeenFields: @unchecked Sendable {
    private let lock = NSLock()
    private var index = ""
    private var fields = FieldMarks()

    func has(_ wanted: FieldMarks, in index: String) -> Bool {
        lock.withLock { self.index == index && wanted.isSubset(of: fields) }
    }

    func add(_ added: FieldMarks, in index: String) {
        lock.withLock {
            if self.index != index {
                self.index = index
                fields = FieldMarks()
            }
            fields.formUnion(added)
        }
    }
}
