import QuireCore
import QuireText

/// What was chosen of one facet: values, values to leave out, ranges.
public struct FacetChoice: Sendable, Hashable {
    /// The wire name of the facet's field.
    public let field: String
    /// In the order in which they were chosen; of a hierarchical facet the one path.
    public internal(set) var values: [FilterValue] = []
    /// Values that no item of the result has, in the order in which they were excluded.
    public internal(set) var excluded: [FilterValue] = []
    /// Values that an item may lack in the place of having one of `values`: `[["brand:Apple", "brand:-Acme"]]`.
    public internal(set) var excludedInGroup: [FilterValue] = []
    /// Ranges and other conditions on the field; of a disjunctive facet one of them holds, else all of them.
    public internal(set) var conditions: [Filter] = []

    init(_ field: String) { self.field = field }

    var isEmpty: Bool {
        values.isEmpty && excluded.isEmpty && excludedInGroup.isEmpty && conditions.isEmpty
    }

    /// Whether the result is narrowed by values alone, so that a value's count is the same with them and without.
    var hasOnlyValues: Bool { excluded.isEmpty && excludedInGroup.isEmpty && conditions.isEmpty }

    /// Whether the value was excluded, from the result or from the group.
    public func excludes(_ value: FilterValue) -> Bool {
        excluded.containsSame(value) || excludedInGroup.containsSame(value)
    }

    mutating func forget(_ value: FilterValue) {
        values.removeSame(value)
        excluded.removeSame(value)
        excludedInGroup.removeSame(value)
    }

    public static func == (left: FacetChoice, right: FacetChoice) -> Bool {
        left.field.isByteEqual(to: right.field) && left.values.isSame(as: right.values)
            && left.excluded.isSame(as: right.excluded)
            && left.excludedInGroup.isSame(as: right.excludedInGroup) && left.conditions == right.conditions
    }

    // The hash of a text is that of all its spellings.
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
