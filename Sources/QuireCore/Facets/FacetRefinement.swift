/// A narrowing of the result that belongs to a facet.
///
/// It is a filter like any other for the items; the counts of a disjunctive facet of the same field leave it out.
public struct FacetRefinement: Sendable, Hashable {
    /// The wire name of the facet's field.
    public let field: String
    public let filter: Filter
    /// Of a hierarchical facet: the paths that an item has to lie under, one of them; the filter says the same, for
    /// engines that know nothing of paths.
    public let paths: [String]?
    /// Whether an item must lie under none of the paths.
    public let excludesPaths: Bool

    public init(_ field: String, _ filter: Filter) {
        self.field = field
        self.filter = filter
        paths = nil
        excludesPaths = false
    }

    /// Items under one of the paths of a hierarchical facet: at the path, or below it.
    ///
    /// ```swift
    /// FacetRefinement("category", paths: ["Fiction > Fantasy"])
    /// // category in ["Fiction > Fantasy"] or category hasPrefix "Fiction > Fantasy > "
    /// ```
    /// - Parameters:
    ///   - field: The wire name of the field.
    ///   - paths: Paths in the hierarchy, for example `Science > Physics`.
    ///   - isExcluded: Items under none of them, instead.
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
