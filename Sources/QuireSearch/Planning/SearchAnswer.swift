public import Foundation
import QuireCore
import QuireText

/// What engines answered to a draft: one page of items, and the facets of the whole result.
public struct SearchAnswer<Module: ContentModule>: Sendable {
    public var items: [Content<Module>]
    /// Items that do not fit the schema, where the query is lenient.
    public var rejected: [ContentDecodingError]
    public var pageInfo: PageInfo
    /// What the full-text search came to; `nil` without one.
    public var text: TextSearchInfo?
    /// In the order in which they were asked for; refined values that nothing has any more stand at zero.
    public var facets: [FacetResult]
    /// Which of the source's engines has answered.
    public var origin = SearchOrigin.remote
    /// Why the source's other engine gave no answer, where it was asked and failed: this one stands in for it.
    public var failure: (any Error)?
    /// Since when the answer was kept, where an `OfflineEngine` gave one for want of a network.
    public var storedAt: Date?
    /// Another text, where this one finds nothing; from a source with ``SearchSource/didYouMean(from:whenAtMost:onFailure:)``.
    public var didYouMean: SpellingSuggestion?

    public init(
        items: [Content<Module>], rejected: [ContentDecodingError] = [], pageInfo: PageInfo,
        text: TextSearchInfo? = nil, facets: [FacetResult] = []
    ) {
        self.items = items
        self.rejected = rejected
        self.pageInfo = pageInfo
        self.text = text
        self.facets = facets
    }
}

/// Which engine an answer comes from.
public enum SearchOrigin: String, Sendable, Hashable {
    /// On this device: a store.
    case local
    /// Over a network.
    case remote
}
