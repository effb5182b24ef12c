import QuireCore
import QuireText

/// The choices from one facet: values, excluded values, ranges.
public struct FacetChoice: Sendable, Hashable {
    /// The wire name of the facet's field.
    public let field: String
    /// The chosen values in the order of choice. For a hierarchical facet, the single path.
    public internal(set) var values: [FilterValue] = []
    /// Excluded values, in the order of exclusion. No item of the result has them.
    public internal(set) var excluded: [FilterValue] = []
    /// Exclusions that are alternatives to `values`: `[["brand:Apple", "brand:-Acme"]]`.
    public internal(set) var excludedInGroup: [FilterValue] = []
    /// Ranges and other conditions on the field. For a disjunctive facet, one of them must be met, otherwise all.
    public internal(set) var conditions: [Filter] = []

    init(_ field: String) { self.field = field }

    var isEmpty: Bool {
        values.isEmpty && excluded.isEmpty && excludedInGroup.isEmpty && conditions.isEmpty
    }

    /// Whether only values narrow the result, so that a value's count is the same with and without them.
    var hasOnlyValues: Bool { excluded.isEmpty && excludedInGroup.isEmpty && conditions.isEmpty }

    /// Whether the value is excluded, from the result or from the group.
    public func excludes(_ value: FilterValue) -> Bool {
        excluded.containsSame(value) || excludedInGroup.containsSame(value)
    }

    mutating func forget(_ value: FilterValue) {
        values.removeSame(value)
        excluded.removeSame(value)
        excludedInGroup.removeSame(value)
    }

    public static func == (left: FacetChoice, right: FacetChoice) -> Bool {
        left.field == right.field && left.values.isSame(as: right.values)
            && left.excluded.isSame(as: right.excluded)
            && left.excludedInGroup.isSame(as: right.excludedInGroup) && left.conditions == right.conditions
    }

    // Canonically equal texts have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(values)
        hasher.combine(excluded)
        hasher.combine(excludedInGroup)
        hasher.combine(conditions)
    }
}

extension [FilterValue] {
    func containsSame(_ value: FilterValue) -> Bool { contains { $0.isSame(as: value) } }

    mutating func removeSame(_ value: FilterValue) { removeAll { $0.isSame(as: value) } }

    fileprivate func isSame(as other: [FilterValue]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}
