/// The values of a facet in a result.
public struct FacetResult: Sendable, Hashable {
    /// The wire name of the field.
    public var field: String
    /// The most frequent first; values of one count in the order of the values.
    ///
    /// Where values of one count stand at the limit, which of them are shown is the engine's own choice.
    public var counts: [FacetCount]
    /// Of a field of numbers or dates that has a value in the result.
    public var statistics: FacetStatistics?
    /// Whether all values are shown, and each count is exact.
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

/// How many items have a value.
public struct FacetCount: Sendable, Hashable {
    public var value: FilterValue
    /// An item that has the value twice in a list counts once.
    public var count: Int

    public init(_ value: FilterValue, _ count: Int) {
        self.value = value
        self.count = count
    }
}

/// What the values of a field of numbers or dates come to; dates in milliseconds since 1970.
///
/// As in the counts, an item has each value once, however often its list repeats it.
public struct FacetStatistics: Sendable, Hashable {
    /// How many values there are: the sum of the counts. A list may have several.
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
