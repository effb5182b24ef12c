import QuireCore
import QuireEngine

/// The values of a facet for a screen, with the user's choices, as an ordered collection.
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
        /// The number of items with this value, given all choices. For a disjunctive facet, its own choices are
        /// ignored.
        public let count: Int
        public let isRefined: Bool
        public let isExcluded: Bool
    }

    /// The wire name of the field.
    public let field: String
    public let entries: [Entry]
    /// The statistics of a numeric or date field with values in the result, for example for a slider.
    public let statistics: FacetStatistics?
    /// Whether the engine returned all values with exact counts.
    public let isExhaustive: Bool
    /// Whether the limit, or the engine's own, has cut off values, so that the screen can offer "more".
    public let hasMore: Bool

    /// - Parameters:
    ///   - order: The sort criteria.
    ///   - limit: The maximum number of values, except for chosen and excluded ones.
    ///   - pinned: Values that come first, in this order, if they exist.
    ///   - hidden: Values that are never included.
    ///   - onlyPinned: Whether to include only pinned values.
    ///   - keepsEmpty: Whether to include chosen and excluded values that no item has any more.
    init(
        _ result: FacetResult, _ choice: FacetChoice?, order: [FacetOrder], limit: Int?, pinned: [Value],
        hidden: [Value], onlyPinned: Bool, keepsEmpty: Bool
    ) {
        let refined = Set((choice?.values ?? []).map(FacetValueKey.init))
        let excluded = Set(
            ((choice?.excluded ?? []) + (choice?.excludedInGroup ?? [])).map(FacetValueKey.init))
        let places = Dictionary(
            pinned.enumerated().map { (FacetValueKey($1.filterValue), $0) },
            uniquingKeysWith: { first, _ in first })
        let hidden = Set(hidden.map { FacetValueKey($0.filterValue) })
        var candidates: [FacetCandidate] = []
        var values: [Value] = []
        for entry in result.counts {
            let key = FacetValueKey(entry.value)
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
        let visibleCandidates = candidates.enumerated().filter { $0 < limit || $1.isTouched }.map(\.element)
        field = result.field
        statistics = result.statistics
        isExhaustive = result.isExhaustive
        hasMore = !result.isExhaustive || visibleCandidates.count < candidates.count
        entries = visibleCandidates.map {
            Entry(
                value: values[$0.index], count: $0.count, isRefined: $0.isRefined, isExcluded: $0.isExcluded)
        }
    }

    /// The number of items with the value, or `nil` if it is not included.
    public func count(of value: Value) -> Int? { self[value]?.count }

    /// The entry of a value, or `nil` if it is not included.
    public subscript(value: Value) -> Entry? {
        let filterValue = value.filterValue
        return entries.first { $0.value.filterValue.isSame(as: filterValue) }
    }

    /// The chosen values, in the list's order.
    public var refined: [Value] { entries.filter(\.isRefined).map(\.value) }
}

extension FacetList: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }

    public subscript(position: Int) -> Entry { entries[position] }
}

/// A sort criterion for the values of a facet. Ties are resolved by the next criterion, and finally by the value.
public enum FacetOrder: Sendable, Hashable, CaseIterable {
    /// Chosen and excluded values before the others.
    case refinedFirst
    case countAscending, countDescending
    /// By the value: texts ignoring case, numbers and dates by size.
    case alphabetical, reverseAlphabetical
}

/// A facet value with the properties that determine its position in a list.
struct FacetCandidate {
    let value: FilterValue
    let count: Int
    /// The index before sorting.
    let index: Int
    /// The index among the pinned values.
    let place: Int?
    let isRefined: Bool
    let isExcluded: Bool
    private let lowerCased: String?

    init(_ entry: FacetCount, index: Int, place: Int?, isRefined: Bool, isExcluded: Bool) {
        value = entry.value
        count = entry.count
        self.index = index
        self.place = place
        self.isRefined = isRefined
        self.isExcluded = isExcluded
        lowerCased = if case .string(let text) = entry.value { text.lowercased() } else { nil }
    }

    var isTouched: Bool { isRefined || isExcluded }

    /// Whether one comes before another.
    static func ordering(_ order: [FacetOrder]) -> (FacetCandidate, FacetCandidate) -> Bool {
        { left, right in
            if left.place != right.place { return (left.place ?? .max) < (right.place ?? .max) }
            for key in order {
                switch key {
                case .refinedFirst where left.isTouched != right.isTouched: return left.isTouched
                case .countAscending where left.count != right.count: return left.count < right.count
                case .countDescending where left.count != right.count: return left.count > right.count
                case .alphabetical: return left.precedes(right)
                case .reverseAlphabetical: return right.precedes(left)
                default: continue
                }
            }
            return left.precedes(right)
        }
    }

    /// Compares the lowercased texts, then the values. Texts are ordered by their bytes.
    private func precedes(_ other: FacetCandidate) -> Bool {
        if let text = lowerCased, let other = other.lowerCased, text != other {
            return text.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return value.precedes(other.value)
    }
}
