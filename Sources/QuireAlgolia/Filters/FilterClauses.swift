import QuireCore

/// A filter in the form that Algolia accepts: groups of conditions, at least one of which must hold in each group.
struct FilterClauses: Sendable, Hashable {
    /// No groups: everything matches. An empty group: nothing matches.
    var groups: [[FilterTest]]

    static let always = FilterClauses(groups: [])
    static let never = FilterClauses(groups: [[]])

    init(groups: [[FilterTest]]) { self.groups = groups }

    init(_ test: FilterTest) { groups = [[test]] }

    /// The maximum number of groups in a filter.
    static let maximumGroups = 200
    static let maximumTests = 2_000

    var isNever: Bool { groups.contains { $0.isEmpty } }

    func and(_ other: FilterClauses) -> FilterClauses {
        if isNever || other.isNever { return .never }
        if groups.isEmpty { return other }
        return other.groups.isEmpty ? self : FilterClauses(groups: groups + other.groups)
    }

    /// Combines each group of one side with each of the other: an OR of ANDs becomes an AND of ORs.
    func or(_ other: FilterClauses) throws -> FilterClauses {
        if isNever { return other }
        if other.isNever { return self }
        guard groups.count > 1 || other.groups.count > 1 else {
            guard let left = groups.first, let right = other.groups.first else { return .always }
            return FilterClauses(groups: [left + right])
        }
        let count = groups.count * other.groups.count
        let tests =
            groups.reduce(0) { $0 + $1.count } * other.groups.count
            + other.groups.reduce(0) { $0 + $1.count } * groups.count
        guard count <= Self.maximumGroups, tests <= Self.maximumTests else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName,
                node: "an OR of ANDs with \(count) groups of \(tests) tests",
                hint: "it takes ANDs of ORs, at most \(Self.maximumGroups) groups; ask in several searches")
        }
        return FilterClauses(groups: groups.flatMap { left in other.groups.map { left + $0 } })
    }
}
