/// The values of a facet in a result.
public struct FacetResult: Sendable, Hashable {
    /// The wire name of the field.
    public var field: String
    /// The counts, most frequent first. Ties are ordered by value.
    ///
    /// If values with the same count are at the limit, the engine chooses which of them to include.
    public var counts: [FacetCount]
    /// The statistics of a numeric or date field that has values in the result.
    public var statistics: FacetStatistics?
    /// The number of items without a value, if the request asks for it: null, missing, or an empty list.
    public var missing: Int?
    /// Whether all values are included and every count is exact.
    public var isExhaustive: Bool

    public init(
        field: String, counts: [FacetCount], statistics: FacetStatistics? = nil, isExhaustive: Bool
    ) {
        self.field = field
        self.counts = counts
        self.statistics = statistics
        self.isExhaustive = isExhaustive
    }
}

/// The number of items that have a value.
public struct FacetCount: Sendable, Hashable {
    public var value: FilterValue
    /// The number of items. An item whose list has the value twice counts once.
    public var count: Int

    public init(_ value: FilterValue, _ count: Int) {
        self.value = value
        self.count = count
    }
}

/// Statistics of a numeric or date field. Dates are milliseconds since 1970.
///
/// As in the counts, each value counts once per item, however often its list repeats it.
public struct FacetStatistics: Sendable, Hashable {
    /// The number of values: the sum of the counts. A list may contribute several.
    public var count: Int
    public var minimum: Double
    public var maximum: Double
    public var sum: Double
    public var average: Double { count == 0 ? 0 : sum / Double(count) }

    public init(count: Int, minimum: Double, maximum: Double, sum: Double) {
        self.count = count
        self.minimum = minimum
        self.maximum = maximum
        self.sum = sum
    }
}
