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
