import QuireCore

/// The values of a facet as a screen lists them, with what was chosen of them: a collection, in its order.
///
/// ```swift
/// for language in state.facet(\.language, by: [.refinedFirst, .alphabetical], limit: 10) {
///     Row(language.value, language.count, isOn: language.isRefined)
/// }
/// ```
public struct FacetList<Value: FilterOperand>: Sendable, Hashable {
    /// One value.
    public struct Entry: Sendable, Hashable {
        public let value: Value
        /// How many items have it, with everything that was chosen; of a disjunctive facet, without what was chosen of it.
        public let count: Int
        public let isRefined: Bool
        public let isExcluded: Bool
    }

    /// The wire name of the field.
    public let field: String
    public let entries: [Entry]
    /// Of a field of numbers or dates that has a value in the result: the ends of a slider.
    public let statistics: FacetStatistics?
    /// Whether the engine has shown all values, and each count is exact.
    public let isExhaustive: Bool
    /// Whether there are values that the limit, or the engine's own, has cut away: whether to show "more".
    public let hasMore: Bool

    /// - Parameters:
    ///   - order: What decides first, second, and so on.
    ///   - limit: How many values are shown; chosen and excluded ones are shown beyond it too.
    ///   - pinned: Values that stand first, in this order, where they are there at all.
    ///   - hidden: Values that are never shown.
    ///   - onlyPinned: Leaves all values out that are not pinned.
    ///   - keepsEmpty: Whether chosen and excluded values stay where no item has them any more.
    init(
        _ result: FacetResult, _ choice: FacetChoice?, order: [FacetOrder], limit: Int?, pinned: [Value],
        hidden: [Value], onlyPinned: Bool, keepsEmpty: Bool
    ) {
        let refined = Set((choice?.values ?? []).map(ValueKey.init))
        let excluded = Set(((choice?.excluded ?? []) + (choice?.excludedInGroup ?? [])).map(ValueKey.init))
        let places = Dictionary(
            pinned.enumerated().map { (ValueKey($1.filterValue), $0) },
            uniquingKeysWith: { first, _ in first })
        let hidden = Set(hidden.map { ValueKey($0.filterValue) })
        var candidates: [FacetCandidate] = []
        var values: [Value] = []
        for entry in result.counts {
            let key = ValueKey(entry.value)
            let place = places[key]
            let isTouched = refined.contains(key) || excluded.contains(key)
            guard !hidden.contains(key), place != nil || !onlyPinned,
                entry.count > 0 || (keepsEmpty && isTouched), let value = Value(facetValue: entry.value)
            else { continue }
            candidates.append(
                FacetCandidate(
                    entry, index: values.count, place: place, isRefined: refined.contains(key),
                    isExcluded: excluded.contains(key)))
            values.append(value)
        }
        candidates.sort(by: FacetCandidate.ordering(order))
        let limit = Swift.max(0, limit ?? .max)
        let shown = candidates.enumerated().filter { $0 < limit || $1.isTouched }.map(\.element)
        field = result.field
        statistics = result.statistics
        isExhaustive = result.isExhaustive
        hasMore = !result.isExhaustive || shown.count < candidates.count
        entries = shown.map {
            Entry(
                value: values[$0.index], count: $0.count, isRefined: $0.isRefined, isExcluded: $0.isExcluded)
        }
    }

    /// How many items have the value; `nil` where it is not shown.
    public func count(of value: Value) -> Int? { self[value]?.count }

    /// The entry of a value; `nil` where it is not shown.
    public subscript(value: Value) -> Entry? {
        let wanted = value.filterValue
        return entries.first { $0.value.filterValue.isSame(as: wanted) }
    }

    /// The values that were chosen, in the list's order.
    public var refined: [Value] { entries.filter(\.isRefined).map(\.value) }
}

extension FacetList: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> Entry { entries[position] }
}
