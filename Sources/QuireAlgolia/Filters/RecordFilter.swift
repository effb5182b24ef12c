import QuireCore
import QuireRemote

/// A condition on records, before it is printed.
typealias RecordFilter = LogicalFilter<RecordTest>

extension LogicalFilter<RecordTest> {
    /// The same condition without complements of groups.
    var printable: RecordFilter { withoutComplements { .test($0.complement) } }

    /// The maximum number of groups in a filter.
    static var maximumGroups: Int { 200 }
    static var maximumTests: Int { 2_000 }

    /// The condition as the service takes it: groups, in each of which at least one test must hold. Without groups,
    /// everything matches; with an empty one, nothing does.
    func groups() throws(UnsupportedError) -> [[RecordTest]] {
        switch self {
        case .everything: return []
        case .nothing: return [[]]
        case .test(let test): return [[test]]
        case .not(let part): return try RecordFilter.not(part).printable.groups()
        case .all(let parts):
            var groups: [[RecordTest]] = []
            for part in parts { groups += try part.groups() }
            return groups
        case .any(let parts):
            var product: [[RecordTest]] = [[]]
            for part in parts { product = try Self.product(product, try part.groups()) }
            return product
        }
    }

    /// The groups that hold if all of the left or all of the right do: an OR of ANDs becomes an AND of ORs.
    private static func product(
        _ left: [[RecordTest]], _ right: [[RecordTest]]
    ) throws(UnsupportedError) -> [[RecordTest]] {
        func size(_ groups: [[RecordTest]]) -> Int { groups.reduce(0) { $0 + $1.count } }
        if left.count > 1 || right.count > 1 {
            let groups = left.count * right.count
            let tests = size(left) * right.count + size(right) * left.count
            guard groups <= maximumGroups, tests <= maximumTests else {
                throw UnsupportedError(
                    node: "an OR of ANDs with \(groups) groups of \(tests) tests",
                    hint: "it takes ANDs of ORs, at most \(maximumGroups) groups; ask in several searches")
            }
        }
        return left.flatMap { left in right.map { right in left + right.filter { !left.contains($0) } } }
    }
}
