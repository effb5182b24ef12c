import QuireEngine

/// A part of the conformance suite.
public enum ConformanceArea: String, Sendable, Hashable, CaseIterable {
    /// Every operation on every type of field, and random filters of them.
    case filters
    /// Sort orders, pages by number, offset and cursor, and the pages' pagination.
    case pages
    /// Words, phrases and their combinations; skipped for engines without full text.
    case text
    /// Counts and statistics of facets, with filters and refinements.
    case facets
    /// Random refinements of search screens, with the counts of every kind of facet.
    case drafts
    /// Sums, averages, extremes and groups; skipped for engines that are no `AggregatingEngine`.
    case aggregates
    /// Typed items, included relations, ids, segments, projections, and invalid queries.
    case items
    /// Texts with a meaning in some query language.
    case hostileValues
}

extension ConformanceArea {
    /// Whether an engine with these capabilities supports a part of each check of the area.
    func isClaimed(by capabilities: EngineCapabilities) -> Bool {
        switch self {
        case .filters, .pages, .items, .hostileValues: true
        case .text: capabilities.fullText
        case .facets, .drafts: capabilities.facets
        // The check itself requires comparisons from an engine that computes aggregates.
        case .aggregates: false
        }
    }
}
