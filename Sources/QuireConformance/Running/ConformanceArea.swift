/// A part of the conformance suite.
public enum ConformanceArea: String, Sendable, Hashable, CaseIterable {
    /// Every operation on every type of field, and random filters of them.
    case filters
    /// Orders, pages by number, offset and cursor, and what a page says about itself.
    case pages
    /// Words, phrases and their combinations; skipped where the engine has no full text.
    case text
    /// Counts and statistics of facets, with filters and refinements.
    case facets
    /// Random refinements of search screens, with the counts of every sort of facet.
    case drafts
    /// Typed items, included relations, ids, segments, projections; queries that make no sense.
    case items
    /// Texts that mean something to some query language.
    case hostileValues
}
