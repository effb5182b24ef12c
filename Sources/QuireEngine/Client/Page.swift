import QuireCore
import QuireText

/// A page of a result: a collection of its items.
///
/// ```swift
/// let page = try await content.fetch(Books.query().page(1, size: 20))
/// for book in page { print(book.title) }
/// let more = try await page.next()
/// ```
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]

    /// Items that do not fit the schema, each with what is wrong; empty unless the query is lenient.
    public let rejected: [ContentDecodingError]

    /// Where the page lies in the whole result.
    public let pageInfo: PageInfo

    /// Where the next page starts; `nil` at the end, or where the engine has no cursors.
    public let nextCursor: Cursor?

    /// Where the page comes from; relations that were fetched after it may come from elsewhere.
    public let origin: Origin

    /// Whether the engine on this device answered, where there are two; see `MirroredEngine`.
    public let answeredLocally: Bool

    /// What the full-text search came to; `nil` where the query has none.
    public let text: TextOutcome?

    /// The facets that the query has asked for, in its order; `facet(_:)` gives one with typed values.
    ///
    /// They are of the whole result, so that a page's `next()` counts nothing again and shows those of the first one.
    public let facets: [FacetResult]

    /// How many items were looked at here, where the engine could not express the whole filter and the query has a
    /// fallback; the total is unknown then.
    public let scanned: Int?

    private let fetchNext: (@Sendable () async throws -> Page)?

    package init(
        items: [Item], rejected: [ContentDecodingError], pageInfo: PageInfo, nextCursor: Cursor?,
        origin: Origin = .network, answeredLocally: Bool = false, text: TextOutcome? = nil,
        facets: [FacetResult] = [],
        scanned: Int? = nil,
        fetchNext: (@Sendable () async throws -> Page)?
    ) {
        self.items = items
        self.rejected = rejected
        self.pageInfo = pageInfo
        self.nextCursor = nextCursor
        self.origin = origin
        self.answeredLocally = answeredLocally
        self.text = text
        self.facets = facets
        self.scanned = scanned
        self.fetchNext = fetchNext
    }

    /// A text of an item, with what the search has found in it; nothing is marked where the query has no full text.
    public func highlight(_ text: String) -> HighlightedText {
        self.text?.highlighter.highlight(text) ?? HighlightedText(text)
    }

    /// The part of a long text of an item that has the most words of the search, marked; without full text the beginning.
    ///
    /// - Parameters:
    ///   - text: The whole text, as the item has it.
    ///   - words: 1 to 64.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        let highlighter = self.text?.highlighter ?? TextHighlighter(nil, TextAnalyzer())
        return highlighter.snippet(of: text, words: words)
    }

    /// Whether the result may go on: false on the last page, as far as the answer tells.
    ///
    /// It is true as well after the server's last page while it counts more items than it sent; `next()` throws then.
    public var hasNext: Bool { fetchNext != nil }

    /// Fetches the page after this one; `nil` at the end.
    ///
    /// - Throws: What `fetch` throws; `PagingError` with the reason `missingItems` where the pages have ended and the
    ///   server counts more items than came since the first of them.
    public func next() async throws -> Page? { try await fetchNext?() }
}

extension Page: RandomAccessCollection {
    public var startIndex: Int { items.startIndex }
    public var endIndex: Int { items.endIndex }

    public subscript(position: Int) -> Item { items[position] }
}
