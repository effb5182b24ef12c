public import Foundation
import QuireCore
import QuireText

/// The response to a draft: one page of items, and the facets of the whole result.
public struct DraftResponse<Module: ContentModule>: Sendable {
    public var items: [Content<Module>]
    /// Items that do not fit the schema, if the query is lenient.
    public var rejected: [ContentDecodingError]
    public var pageInfo: PageInfo
    /// Details of the full-text search, or `nil` if there is none.
    public var text: TextSearchInfo?
    /// The facets in the order of the request. Chosen values that no item has any more are included with a count of
    /// zero.
    public var facets: [FacetResult]
    /// Which of the source's engines responded.
    public var origin = SearchOrigin.remote
    /// The error of the source's other engine, if it was asked and failed, so that this one replaces it.
    public var failure: (any Error)?
    /// When the response was stored, if an `OfflineEngine` returned a stored one.
    public var storedAt: Date?
    /// A suggested correction, if this text finds nothing. Provided by a source with
    /// ``SearchSource/didYouMean(from:whenAtMost:onFailure:)``.
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

/// The engine that a response comes from.
public enum SearchOrigin: String, Sendable, Hashable {
    /// The engine on this device: a store.
    case local
    /// The engine on the network.
    case remote
}

/// The parts of the first response that a state keeps: a `DraftResponse` without items and page.
struct ResponseSummary: Sendable {
    var text: TextSearchInfo?
    var facets: [FacetResult]
    var origin: SearchOrigin
    var failure: (any Error)?
    var storedAt: Date?
    var didYouMean: SpellingSuggestion?

    init<Module>(_ response: DraftResponse<Module>) {
        text = response.text
        facets = response.facets
        origin = response.origin
        failure = response.failure
        storedAt = response.storedAt
        didYouMean = response.didYouMean
    }
}

/// "Did you mean": a corrected text for a search that found nothing.
///
/// ```swift
/// if let meant = state.didYouMean {
///     print("Did you mean \(meant.highlighted.marked("*", "*"))?")     // Did you mean moby *dick*?
/// }
/// ```
public struct SpellingSuggestion: Sendable, Hashable {
    /// The corrected text with the changed words highlighted.
    public var highlighted: HighlightedText
    /// The number of items that it finds with the same filters, or `nil` if the engine does not count.
    public var total: Int?

    /// The corrected text, ready to search.
    public var text: String { highlighted.text }

    public init(_ highlighted: HighlightedText, total: Int?) {
        self.highlighted = highlighted
        self.total = total
    }
}
