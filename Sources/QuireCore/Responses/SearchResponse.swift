public import Foundation
import QuireText

/// An engine's response to a search.
public struct SearchResponse<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Items that could not be decoded in a lenient request. Empty for a strict one.
    public var rejected: [ContentDecodingError] = []
    public var pageInfo: PageInfo { didSet { reported = nil } }
    /// The server's paging information, read from JSON. `nil` if the engine has set `pageInfo` itself.
    package var reported: ReportedPaging?
    /// The position of the page, after it was checked against the request.
    package var position: PagePosition?
    /// The cursor of the next page. `nil` at the end, or if the engine does not support cursors.
    public var nextCursor: Cursor?
    public var origin = Origin.network
    /// Whether the engine on this device responded, if there are two. See `MirroredEngine`.
    public var isLocal: Bool {
        get { side == .local }
        set { side = newValue ? .local : .remote }
    }
    /// Which of two engines responded. The next page is requested from the same one.
    package var side: EngineSide?
    /// Details of the full-text search, or `nil` if the request has none.
    public var text: TextSearchInfo?
    /// The facets, in the order of the request.
    public var facets: [FacetResult] = []
    /// The number of items scanned on the client, if the engine could not express the whole filter. The total is
    /// unknown then.
    public var scanned: Int?
    /// The server's own responses, if the request's parameters keep them: one for each search that the page needed.
    public var serverResponses: [Data] = []

    public init(
        items: [Item], rejected: [ContentDecodingError] = [], pageInfo: PageInfo, nextCursor: Cursor? = nil
    ) {
        self.items = items
        self.rejected = rejected
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
    }
}

/// The source of a response.
public enum Origin: Sendable, Hashable {
    /// The engine itself.
    case network
    /// A response that an `OfflineEngine` stored at this time.
    case stored(at: Date)
}
