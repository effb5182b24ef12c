/// A facet that is wanted beside the items: how many of them have which value of a field.
public struct FacetRequest: Sendable, Hashable {
    /// The wire name of a field that the schema marks as a facet.
    public var field: String
    /// How many values are wanted, the most frequent first: 1 to 1,000.
    public var maximumValues: Int
    /// Whether the field's own refinements are left out of the counting, so that its other values keep their counts.
    public var isDisjunctive: Bool

    public init(_ field: String, maximumValues: Int = 100, isDisjunctive: Bool = false) {
        self.field = field
        self.maximumValues = maximumValues
        self.isDisjunctive = isDisjunctive
    }
}

/// A narrowing of the result that belongs to a facet.
///
/// It is a filter like any other for the items; the counts of a disjunctive facet of the same field leave it out.
public struct FacetRefinement: Sendable, Hashable {
    /// The wire name of the facet's field.
    public var field: String
    public var filter: Filter

    public init(_ field: String, _ filter: Filter) {
        self.field = field
        self.filter = filter
    }
}
