import QuireCore
import QuireEngine
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

/// One condition of a filter, expressed as a facet condition, as numeric comparisons, or both.
///
/// In an OR, Algolia combines facet conditions with each other and numeric comparisons with each other, but does not
/// mix them. A condition that has both forms can be used in either.
struct RecordTest: Sendable, Hashable {
    /// Whether an attribute has a key, or does not have it.
    struct Facet: Sendable, Hashable {
        var attribute: String
        var key: String
        var isNegated = false
    }

    struct Comparison: Sendable, Hashable {
        var attribute: String
        var sign: Sign
        var number: String

        var text: String { attribute + sign.rawValue + number }
    }

    enum Sign: String, Sendable, Hashable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case greaterOrEqual = ">="
        case greater = ">"

        /// The comparison that holds exactly when this one does not.
        var opposite: Sign {
            switch self {
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greaterOrEqual: .less
            case .greater, .equal: .lessOrEqual
            }
        }

        var isUpward: Bool { self == .greater || self == .greaterOrEqual }
    }

    /// The name of the field, for errors.
    var field: String
    var facet: Facet?
    /// The comparisons, one of which must hold; empty if the condition has no numeric form.
    var comparisons: [Comparison] = []
    /// The comparisons of which one holds exactly when the condition does not.
    var opposite: [Comparison] = []

    /// The condition that holds exactly when this one does not.
    var complement: RecordTest {
        var complement = RecordTest(
            field: field, facet: facet, comparisons: opposite, opposite: comparisons)
        complement.facet?.isNegated.toggle()
        return complement
    }
}

extension RecordTest.Sign {
    init?(_ wanted: Standings) {
        switch wanted.rawValue {
        case Standings.less.rawValue: self = .less
        case Standings.less.rawValue | Standings.equal.rawValue: self = .lessOrEqual
        case Standings.greater.rawValue | Standings.equal.rawValue: self = .greaterOrEqual
        case Standings.greater.rawValue: self = .greater
        default: return nil
        }
    }
}
