import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// Facets that are counted by the same search on the server.
struct FacetGroup: Sendable {
    let filter: FieldFilter
    /// The facets' positions in the request.
    var positions: [Int]
    var fields: [IndexedField]
    /// Whether all values are counted, for the statistics of numbers or for filtering here.
    let countsAll: Bool
    private var mostWanted: Int

    /// More than the number of values in any field.
    static let allValues = 10_000_000

    init(_ filter: FieldFilter, _ position: Int, field: IndexedField, countsAll: Bool, mostWanted: Int) {
        self.filter = filter
        positions = [position]
        fields = [field]
        self.countsAll = countsAll
        self.mostWanted = mostWanted
    }

    mutating func add(_ position: Int, _ field: IndexedField, mostWanted: Int) {
        positions.append(position)
        fields.append(field)
        self.mostWanted = max(self.mostWanted, mostWanted)
    }

    /// One value more than requested tells whether there are more.
    var mostValues: Int { countsAll ? Self.allValues : mostWanted + 1 }
}

extension [FacetGroup] {
    /// Adds a facet to a group that counts the same items, or to a new group.
    ///
    /// If values are filtered here, the server returns all of them.
    mutating func add(
        _ position: Int, _ facet: FacetRequest, field: IndexedField, filter: FieldFilter,
        analyzer: TextAnalyzer
    ) {
        let countsAll =
            field.comparison == .number || field.comparison == .date
            || !FacetValueFilter(facet, field.descriptor, analyzer: analyzer).passesAll
        if let index = firstIndex(where: { $0.filter == filter && $0.countsAll == countsAll }) {
            self[index].add(position, field, mostWanted: facet.maximumValues)
        } else {
            append(
                FacetGroup(
                    filter, position, field: field, countsAll: countsAll, mostWanted: facet.maximumValues))
        }
    }
}

/// The counts of one facet that are known so far.
struct FacetCounts: Sendable {
    let field: IndexedField
    let request: FacetRequest
    private(set) var counts: [FacetCount] = []
    /// Keys of long texts, whose texts must still be fetched.
    private(set) var unknown: [(key: String, count: Int)] = []
    private var isExhaustive = true
    private let valueFilter: FacetValueFilter

    /// - Parameter values: The values as the plan's collection has them.
    init(
        _ field: IndexedField, _ request: FacetRequest, values: [(value: String, count: Int)],
        of plan: CompiledSearch
    ) {
        self.field = field
        self.request = request
        valueFilter = FacetValueFilter(request, field.descriptor, analyzer: plan.analyzer)
        for (key, count) in values where count > 0 {
            let existingValue = plan.existing.map { $0.facetValue(key, of: field) }
            if let value = existingValue ?? ExactKey.value(of: key, in: field) {
                counts.append(FacetCount(value, count))
            } else if plan.existing == nil {
                unknown.append((key, count))
            }
        }
        isExhaustive =
            valueFilter.passesAll
            ? values.count <= request.maximumValues : unknown.count <= SearchEntry.mostLookups
        // Among values with the same count as the last one, the engine may choose which are shown.
        unknown = Array(
            unknown.prefix(valueFilter.passesAll ? request.maximumValues : SearchEntry.mostLookups))
    }

    /// Stores the text of a key; `nil` if no item has it any longer.
    mutating func found(_ text: String?, for key: String) {
        guard let index = unknown.firstIndex(where: { $0.key == key }) else { return }
        let entry = unknown.remove(at: index)
        if let text {
            counts.append(FacetCount(.string(text), entry.count))
        } else {
            isExhaustive = false
        }
    }

    var result: FacetResult {
        let selection = valueFilter.shown(counts)
        return FacetResult(
            field: request.field, counts: Array(selection.prefix(request.maximumValues)),
            statistics: FacetStatistics(of: counts),
            isExhaustive: isExhaustive && selection.count <= request.maximumValues)
    }
}
