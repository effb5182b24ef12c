#if SQLite
import Foundation
import Quire

/// A sequence of numbered steps that each change some items. The content after any number of steps is known without a
/// store.
package struct Ledger: Sendable {
    package var seed: UInt64
    /// The prefix of all ids, so that two ledgers can share a file.
    package var prefix: String
    /// The number of ids.
    package var ids = 120

    package init(seed: UInt64, prefix: String = "") {
        self.seed = seed
        self.prefix = prefix
    }

    /// The changes of a step by id, in order: a version to store, or `nil` to delete.
    package struct Step: Sendable {
        package enum Kind: Int, CaseIterable, Sendable { case one, some, many, delete, mixed, deleteMost }

        package var kind: Kind
        package var changes: [(id: String, version: Int?)]
    }

    package func step(_ number: Int) -> Step {
        var generator = Randomness(seed: seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        let kind = Self.kinds[generator.below(Self.kinds.count)]
        let count =
            switch kind {
            case .one: 1
            case .some, .mixed: 2 + generator.below(12)
            case .delete: 1 + generator.below(6)
            case .many: ids / 2
            case .deleteMost: ids - 10
            }
        var left = Array(0..<ids)
        let changes = (0..<count).map { index in
            let id = left.remove(at: generator.below(left.count))
            let deletes = kind == .delete || kind == .deleteMost || (kind == .mixed && index % 3 == 2)
            return (id: "\(prefix)\(id)", version: deletes ? nil : number * 1_000 + index)
        }
        return Step(kind: kind, changes: changes)
    }

    /// The frequency of each kind.
    private static let kinds: [Step.Kind] =
        Array(repeating: .one, count: 6) + Array(repeating: .some, count: 8)
        + Array(repeating: .mixed, count: 5) + Array(repeating: .delete, count: 3) + [.many, .deleteMost]

    /// The stored versions after this number of steps.
    package func versions(after steps: Int) -> [String: Int] {
        var versions: [String: Int] = [:]
        for number in 0..<steps {
            for (id, version) in step(number).changes { versions[id] = version }
        }
        return versions
    }
}
#endif
