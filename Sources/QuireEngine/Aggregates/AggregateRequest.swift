import QuireCore

/// An untyped request for aggregates: the value that every ``AggregatingEngine`` receives.
public struct AggregateRequest: Sendable, Hashable {
    /// The items to look at. Page, limit, sort keys, fields, included relations and facets have no effect.
    public var search: SearchRequest
    /// The functions to compute for all items, or for each group.
    public var functions: [AggregateFunction]
    /// How the items are grouped. `nil` computes the functions once, for all items.
    public var grouping: AggregateGrouping?
    /// The relations to follow from the module to the property of the grouping, each to at most one item. Empty for a
    /// property of the module itself.
    public var groupingSteps: [RelationStep]
    /// The conditions that a group must meet, all of them.
    public var having: [AggregateCondition] = []
    public var order = AggregateOrder.key(.ascending)
    /// The largest number of groups to return. `nil` means all.
    public var limit: Int?

    public init(
        _ functions: [AggregateFunction], of search: SearchRequest,
        groupedBy grouping: AggregateGrouping? = nil, behind steps: [RelationStep] = []
    ) {
        self.search = search
        self.functions = functions
        self.grouping = grouping
        groupingSteps = steps
    }

    /// The path of a grouping across relations. `nil` for a property of the module itself.
    package var relatedGrouping: FieldPath? {
        guard let grouping, !groupingSteps.isEmpty else { return nil }
        return FieldPath(grouping.property.nameAndPlace.name, behind: groupingSteps)
    }

    /// The search for the items, without the parts that have no effect. It selects the field of a grouping across
    /// relations.
    package var items: SearchRequest {
        var items = search
        items.page = .all
        items.limit = nil
        items.removeSort()
        items.fields = []
        items.relatedFields = relatedGrouping.map { [$0] } ?? []
        items.include = []
        items.includesAll = false
        items.facets = []
        items.countsTotal = false
        items.fallback = nil
        return items
    }

    /// The functions to compute: those of the request, then those that only conditions or the order use.
    package var computed: [AggregateFunction] {
        var functions = functions
        for function in having.map(\.function) + [order.function].compactMap({ $0 })
        where !functions.contains(function) {
            functions.append(function)
        }
        return functions
    }
}

/// The order of groups. Ties are in ascending order of the key.
public enum AggregateOrder: Sendable, Hashable {
    /// By key, no value first in ascending order.
    case key(SortOrder)
    /// By the result of a function, no value first in ascending order.
    case function(AggregateFunction, SortOrder)
}

extension AggregateOrder {
    /// The function that determines the order. `nil` for the order of the keys.
    package var function: AggregateFunction? {
        if case .function(let function, _) = self { function } else { nil }
    }
}

/// The groups of an ``AggregateRequest``, in its order. Without a grouping, one group with the key `null`.
public struct AggregateResponse: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        /// The key: the value, the first instant of the period, or the number of the range from 0 on. `null` for the items
        /// that have no value.
        public var key: FilterValue
        /// The results, in the order of the request's functions. `null` for the minimum, maximum and average of no value.
        public var results: [FilterValue]

        public init(key: FilterValue, results: [FilterValue]) {
            self.key = key
            self.results = results
        }
    }

    public var rows: [Row]

    public init(rows: [Row]) { self.rows = rows }
}
