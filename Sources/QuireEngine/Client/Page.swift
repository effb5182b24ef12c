public import Foundation
import QuireCore
import QuireText

/// A page of a result. It is a collection of its items.
///
/// ```swift
/// let page = try await content.fetch(Books.query().page(1, size: 20))
/// for book in page { print(book.title) }
/// let more = try await page.next()
/// ```
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]

    /// Items that do not fit the schema, with their errors. Empty unless the query is lenient.
    public let rejected: [ContentDecodingError]

    /// The position of the page in the whole result.
    public let pageInfo: PageInfo

    /// The cursor of the next page. `nil` at the end, or if the engine does not support cursors.
    public let nextCursor: Cursor?

    /// The source of the page. Relations that were fetched after it may come from elsewhere.
    public let origin: Origin

    /// Whether the engine on this device responded, if there are two. See `MirroredEngine`.
    public let isLocal: Bool

    /// Details of the full-text search, or `nil` if the query has none.
    public let text: TextSearchInfo?

    /// The facets that the query requested, in its order. `facet(_:)` returns one with typed values.
    ///
    /// They cover the whole result, so `next()` does not count again and returns those of the first page.
    public let facets: [FacetResult]

    /// The number of items scanned on the client, if the engine could not express the whole filter and the query has a
    /// fallback. The total is unknown then.
    public let scanned: Int?

    /// The server's own responses, if the query's parameters keep them (`keepsResponse`): one for each search that the
    /// page needed, in their order.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().search("emma").parameters(TypesenseParameters(keepsResponse: true)))
    /// let json = try page.serverResponses.map { try JSONValue(parsing: $0) }
    /// ```
    public let serverResponses: [Data]

    private let fetchNext: (@Sendable () async throws -> Page)?

    package init(
        items: [Item], rejected: [ContentDecodingError], pageInfo: PageInfo, nextCursor: Cursor?,
        origin: Origin = .network, isLocal: Bool = false, text: TextSearchInfo? = nil,
        facets: [FacetResult] = [],
        scanned: Int? = nil, serverResponses: [Data] = [],
        fetchNext: (@Sendable () async throws -> Page)?
    ) {
        self.items = items
        self.rejected = rejected
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
        self.origin = origin
        self.isLocal = isLocal
        self.text = text
        self.facets = facets
        self.scanned = scanned
        self.serverResponses = serverResponses
        self.fetchNext = fetchNext
    }

    /// Returns a text of an item with the matches of the search highlighted. Without full-text search, nothing is.
    public func highlight(_ text: String) -> HighlightedText {
        self.text?.highlighter.highlight(text) ?? HighlightedText(text)
    }

    /// Returns the part of a long text that has the most words of the search, highlighted. Without full-text search,
    /// it is the beginning.
    ///
    /// - Parameters:
    ///   - text: The whole text of the item.
    ///   - words: The maximum number of words, from 1 to 64.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        let highlighter = self.text?.highlighter ?? TextHighlighter(nil, TextAnalyzer())
        return highlighter.snippet(of: text, words: words)
    }

    /// Whether there may be a next page. `false` on the last page, as far as the response tells.
    ///
    /// Also `true` after the server's last page if it counts more items than it sent. Then, `next()` throws.
    public var hasNext: Bool { fetchNext != nil }

    /// Fetches the next page. Returns `nil` at the end.
    ///
    /// - Throws: The errors of `fetch`; `PagingError` with the reason `missingItems` if the pages have ended but the
    ///   server counts more items than were received since the first page.
    public func next() async throws -> Page? { try await fetchNext?() }
}

extension Page: RandomAccessCollection {
    public var startIndex: Int { items.startIndex }
    public var endIndex: Int { items.endIndex }

    public subscript(position: Int) -> Item { items[position] }
}
