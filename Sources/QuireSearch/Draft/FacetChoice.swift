import QuireCore
import QuireEngine
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

extension FacetChoice {
    /// The conditions of the choice, in an order that does not depend on the order of choice.
    ///
    /// - Parameter isDisjunctive: Whether one of the chosen values, and one of the ranges, is sufficient.
    func refinements(of descriptor: FieldDescriptor, isDisjunctive: Bool) -> [FacetRefinement] {
        var refinements =
            descriptor.facet == .hierarchical
            ? pathRefinements
            : valueFilters(isAny: isDisjunctive || descriptor.kind.listElement == nil)
                .map { FacetRefinement(field, $0) }
        if !conditions.isEmpty {
            refinements += (isDisjunctive ? [.any(conditions)] : conditions).map {
                FacetRefinement(field, $0)
            }
        }
        return refinements
    }

    private func valueFilters(isAny: Bool) -> [Filter] {
        var filters: [Filter] = []
        var without = excluded
        if isAny {
            var group = values.isEmpty ? [] : [isAnyOf(values.ordered)]
            group += excludedInGroup.ordered.map { isNoneOf([$0]) }
            if !group.isEmpty { filters.append(.any(group)) }
        } else {
            filters += values.ordered.map { isAnyOf([$0]) }
            without += excludedInGroup
        }
        if !without.isEmpty { filters.append(isNoneOf(without.ordered)) }
        return filters
    }

    private var pathRefinements: [FacetRefinement] {
        let chosen = values.ordered.compactMap(\.path)
        let without = (excluded + excludedInGroup).ordered.compactMap(\.path)
        return (chosen.isEmpty ? [] : [FacetRefinement(field, paths: chosen)])
            + (without.isEmpty ? [] : [FacetRefinement(field, paths: without, isExcluded: true)])
    }

    private func isAnyOf(_ values: [FilterValue]) -> Filter {
        .leaf(.init(.in, field, value: .list(values), type: values[0].wireType))
    }

    private func isNoneOf(_ values: [FilterValue]) -> Filter {
        .leaf(.init(.notIn, field, value: .list(values), type: values[0].wireType))
    }
}

extension [FilterValue] {
    fileprivate var ordered: [FilterValue] { sorted { $0.precedes($1) } }
}

extension FilterValue {
    var path: String? { if case .string(let text) = self { text } else { nil } }
}
