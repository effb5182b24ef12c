#if SQLite
import Foundation
import Quire

/// A run of numbered steps, each of which changes some items: what is stored after any number of them is known without
/// a store.
package struct Ledger: Sendable {
    package var seed: UInt64
    /// Of all ids, so that two ledgers can share a file.
    package var prefix: String
    /// How many ids there are.
    package var ids = 120

    package init(seed: UInt64, prefix: String = "") {
        self.seed = seed
        self.prefix = prefix
    }

    /// What a step does, by id: a version to store, or `nil` to delete; in the order of the doing.
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

    /// How often each kind comes.
    private static let kinds: [Step.Kind] =
        Array(repeating: .one, count: 6) + Array(repeating: .some, count: 8)
        + Array(repeating: .mixed, count: 5) + Array(repeating: .delete, count: 3) + [.many, .deleteMost]

    /// The versions that are stored after so many steps.
    package func versions(after steps: Int) -> [String: Int] {
        var versions: [String: Int] = [:]
        for number in 0..<steps {
            for (id, version) in step(number).changes { versions[id] = version }
        }
        return versions
    }
}
#endif
