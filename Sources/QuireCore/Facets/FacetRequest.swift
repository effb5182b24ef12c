/// A request for a facet: the number of items for each value of a field.
///
/// A hierarchical facet also counts every prefix of a path, once per item: `Fiction > Fantasy` counts for
/// `Fiction`.
public struct FacetRequest: Sendable, Hashable {
    /// The wire name of a field that the schema marks as a facet.
    public var field: String
    /// The maximum number of values, most frequent first: 1 to 1,000.
    public var maximumValues: Int
    /// Whether counting ignores the field's own refinements, so that its other values keep their counts.
    public var isDisjunctive: Bool
    /// Words that a value must contain, the last one as a prefix. For a path, its last name must contain them. `nil`
    /// or a text without words includes every value. Only for text fields.
    ///
    /// The words are matched before the limit applies. In memory, in a store and in Typesense, all values are
    /// examined. OpenSearch examines the 10,000 most frequent values and Algolia the 1,000 most frequent. If there are
    /// more, the result is not exhaustive.
    public var matching: String?
    /// Whether the items without a value are counted too, by a search of its own.
    public var countsMissing = false
    /// For a hierarchical facet, the paths whose children are included, besides the top level. `nil` includes all.
    public var openPaths: [String]?

    public init(_ field: String, maximumValues: Int = 100, isDisjunctive: Bool = false) {
        self.field = field
        self.maximumValues = maximumValues
        self.isDisjunctive = isDisjunctive
    }
}

/// A filter that belongs to a facet.
///
/// It filters the items like any other condition. The counts of a disjunctive facet of the same field ignore it.
public struct FacetRefinement: Sendable, Hashable {
    /// The wire name of the facet's field.
    public let field: String
    public let filter: Filter
    /// For a hierarchical facet, paths; an item must be under at least one of them. The filter expresses the same
    /// for engines without support for paths.
    public let paths: [String]?
    /// Whether an item must not be under any of the paths.
    public let excludesPaths: Bool

    public init(_ field: String, _ filter: Filter) {
        self.field = field
        self.filter = filter
        paths = nil
        excludesPaths = false
    }

    /// Matches items at or below one of the paths of a hierarchical facet.
    ///
    /// ```swift
    /// FacetRefinement("category", paths: ["Fiction > Fantasy"])
    /// // category in ["Fiction > Fantasy"] or category hasPrefix "Fiction > Fantasy > "
    /// ```
    /// - Parameters:
    ///   - field: The wire name of the field.
    ///   - paths: Paths in the hierarchy, for example `Science > Physics`.
    ///   - isExcluded: Matches items under none of the paths instead.
    public init(_ field: String, paths: [String], isExcluded: Bool = false) {
        self.field = field
        self.paths = paths
        excludesPaths = isExcluded
        filter =
            isExcluded
            ? .joining(.and, paths.map { FacetPath($0).complement(of: field) })
            : .or(paths.flatMap { FacetPath($0).tests(of: field) })
    }
}
