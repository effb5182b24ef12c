import QuireCore
import QuireEngine

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
    var path: String? { if case .string(let text) = self { text } else { nil } }
}
