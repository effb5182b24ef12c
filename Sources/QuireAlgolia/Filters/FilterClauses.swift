import QuireCore
import QuireRemote

/// A filter in the form that Algolia accepts: groups of conditions, at least one of which must hold in each group.
///
/// Conditions are appended. Groups that were appended one after the other must all hold. No groups: everything matches.
/// An empty group: nothing matches.
struct FilterClauses: Sendable {
    /// The texts of the conditions.
    private(set) var bytes: [UInt8] = []
    private(set) var tests: [FilterTest] = []
    /// The text of each comparison.
    private(set) var comparisons: [Range<Int>] = []
    /// The names of the fields of the conditions.
    private(set) var fields: [String] = []
    /// The conditions of all groups, and where each group ends.
    private(set) var members: [Int] = []
    private var ends: [Int] = []

    /// The maximum number of groups in a filter.
    static let maximumGroups = 200
    static let maximumTests = 2_000

    /// The number of groups, which is where the next one begins.
    var count: Int { ends.count }

    private func start(of group: Int) -> Int { group == 0 ? 0 : ends[group - 1] }

    /// The places of a group's conditions in `members`.
    func members(of group: Int) -> Range<Int> { start(of: group)..<ends[group] }

    /// The conditions of a group.
    func group(_ position: Int) -> ArraySlice<Int> { members[members(of: position)] }

    /// Whether a group since some position is empty.
    func isNever(from first: Int = 0) -> Bool {
        (first..<count).contains { start(of: $0) == ends[$0] }
    }

    /// The number of conditions in all groups.
    var size: Int { members.count }

    // MARK: - Conditions

    mutating func reserve() {
        bytes.reserveCapacity(512)
        tests.reserveCapacity(16)
        comparisons.reserveCapacity(16)
        fields.reserveCapacity(16)
        members.reserveCapacity(32)
        ends.reserveCapacity(16)
    }

    /// Begins a condition on a field. Add its forms, and add it to a group.
    mutating func begin(_ field: String) -> FilterTest {
        fields.append(field)
        return FilterTest(comparisons: comparisons.count..<comparisons.count, field: fields.count - 1)
    }

    /// Adds the facet condition that an attribute has a key.
    mutating func addFacet(
        to test: inout FilterTest, _ attribute: String, isNegated: Bool = false,
        key write: (inout [UInt8]) -> Void
    ) {
        let start = bytes.count
        bytes.append(text: attribute)
        bytes.append(UInt8(ascii: ":"))
        test.keyStart = bytes.count
        write(&bytes)
        test.facet = start..<bytes.count
        test.isNegated = isNegated
    }

    /// Adds the comparison of an attribute with a number.
    mutating func addComparison(
        to test: inout FilterTest, _ attribute: String, _ sign: FilterTest.Sign,
        number write: (inout [UInt8]) -> Void
    ) {
        let start = bytes.count
        bytes.append(text: attribute)
        bytes.append(fixed: sign.text)
        write(&bytes)
        comparisons.append(start..<bytes.count)
        test.comparisons = test.comparisons.lowerBound..<comparisons.count
    }

    /// Adds a condition to the group that is being appended.
    mutating func add(_ test: FilterTest) {
        members.append(tests.count)
        tests.append(test)
    }

    /// Ends the group. The next condition begins another one.
    mutating func endGroup() { ends.append(members.count) }

    // MARK: - Combining

    private mutating func cut(to group: Int) {
        members.removeSubrange(start(of: group)...)
        ends.removeSubrange(group...)
    }

    /// Makes a single empty group of all since some position if one of them is empty.
    mutating func simplify(from first: Int) {
        guard count > first + 1, isNever(from: first) else { return }
        cut(to: first)
        endGroup()
    }

    /// Replaces the groups since `left` by those that hold if all before `right` do, or all from it on: an OR of ANDs
    /// becomes an AND of ORs.
    mutating func combine(_ left: Int, or right: Int) throws {
        if isNever(from: right) { return cut(to: right) }
        if (left..<right).contains(where: { start(of: $0) == ends[$0] }) {
            members.removeSubrange(start(of: left)..<start(of: right))
            let removed = ends[right - 1] - start(of: left)
            ends.removeSubrange(left..<right)
            for position in left..<count { ends[position] -= removed }
            return
        }
        let (leftCount, rightCount) = (right - left, count - right)
        guard leftCount > 1 || rightCount > 1 else {
            // Without groups, everything matches.
            if leftCount == 0 || rightCount == 0 { return cut(to: left) }
            ends.remove(at: left)
            return
        }
        let (leftSize, rightSize) = (start(of: right) - start(of: left), members.count - start(of: right))
        let (groups, tests) = (leftCount * rightCount, leftSize * rightCount + rightSize * leftCount)
        guard groups <= Self.maximumGroups, tests <= Self.maximumTests else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName,
                node: "an OR of ANDs with \(groups) groups of \(tests) tests",
                hint: "it takes ANDs of ORs, at most \(Self.maximumGroups) groups; ask in several searches")
        }
        // The groups to combine, and the ends of their conditions.
        let before = start(of: left)
        let old = Array(members[before...])
        let oldEnds = Array(ends[left...])
        cut(to: left)
        var leftStart = 0
        for leftEnd in oldEnds[..<leftCount] {
            var rightStart = leftSize
            for rightEnd in oldEnds[leftCount...] {
                members += old[leftStart..<leftEnd - before]
                members += old[rightStart..<rightEnd - before]
                endGroup()
                rightStart = rightEnd - before
            }
            leftStart = leftEnd - before
        }
    }
}
