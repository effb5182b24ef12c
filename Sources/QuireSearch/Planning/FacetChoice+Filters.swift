import Quire

extension FacetChoice {
    /// What the choice asks of an item, in an order that does not depend on the order of choice.
    ///
    /// - Parameter isDisjunctive: Whether one of the chosen values, and one of the ranges, is enough.
    func filters(of descriptor: FieldDescriptor, isDisjunctive: Bool) -> [Filter] {
        var filters =
            descriptor.facet == .hierarchical
            ? pathFilters
            : valueFilters(isAny: isDisjunctive || descriptor.kind.listElement == nil)
        if !conditions.isEmpty {
            if isDisjunctive { filters.append(.any(conditions)) } else { filters += conditions }
        }
        return filters
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

    private var pathFilters: [Filter] {
        values.compactMap(\.path).map { $0.filter(of: field) }
            + (excluded + excludedInGroup).ordered.compactMap(\.path).map { $0.complement(of: field) }
    }

    private func isAnyOf(_ values: [FilterValue]) -> Filter {
        .leaf(.init(.in, field, .list(values), type: values[0].wireType))
    }

    private func isNoneOf(_ values: [FilterValue]) -> Filter {
        .leaf(.init(.notIn, field, .list(values), type: values[0].wireType))
    }
}

extension [FilterValue] {
    fileprivate var ordered: [FilterValue] { sorted { $0.precedes($1) } }
}

extension FilterValue {
    var path: FacetPath? { if case .string(let text) = self { FacetPath(text) } else { nil } }

    /// What HALO's wire calls the value's type; it has none for truth values.
    fileprivate var wireType: WireType {
        switch self {
        case .null: .null
        case .string, .boolean, .list: .string
        case .integer, .number: .number
        case .date: .date
        }
    }
}
