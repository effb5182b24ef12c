public import Foundation
import QuireCore
import QuireText
import QuireToolbox

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

extension Page: Equatable where Item: Equatable {
    /// Two pages are equal if they have the same items, position, total, facets and search details.
    public static func == (left: Page, right: Page) -> Bool { left.isEqual(to: right, by: ==) }
}

extension Page {
    /// Whether the pages are equal.
    ///
    /// - Parameter areEqual: Whether two items are equal.
    func isEqual(to other: Page, by areEqual: (Item, Item) -> Bool) -> Bool {
        pageInfo == other.pageInfo && nextCursor == other.nextCursor && origin == other.origin
            && isLocal == other.isLocal && hasNext == other.hasNext && scanned == other.scanned
            && text == other.text && facets == other.facets && rejected == other.rejected
            && items.elementsEqual(other.items, by: areEqual)
    }
}

extension Page: CustomStringConvertible {
    /// The position of the page, then its first twenty items, one per line.
    ///
    /// ```swift
    /// print(page)
    /// // page 1 of 41, 20 of 812 items
    /// //   books 57ea6aa4 {"title":"Emma","age":12}
    /// //   …
    /// ```
    public var description: String {
        let total = pageInfo.totalItems.map { " of \($0)" } ?? ""
        let rejected = rejected.isEmpty ? "" : ", \(rejected.count) rejected"
        let head =
            "\(pageInfo), \(items.count)\(total) \(items.count == 1 && total.isEmpty ? "item" : "items")\(rejected)"
        var lines = [head] + items.prefix(20).map { "  " + PlainText.oneLine("\($0)").shortened(to: 1_000) }
        if items.count > 20 { lines.append("  and \(items.count - 20) more") }
        return lines.joined(separator: "\n")
    }
}

extension PageInfo: CustomStringConvertible {
    /// `page 2 of 41`. Without a total, `page 2`, or `page 2, the last` if it is known to be the last one.
    public var description: String {
        if let totalPages { return "page \(page) of \(totalPages)" }
        return isLast ? "page \(page), the last" : "page \(page)"
    }
}

extension Page {
    /// Returns a facet that the query requested, with values of the field's type. Empty if it was not requested.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().facet(\.language))
    /// for language in page.facet(\.language) { print(language.value, language.count) }
    /// ```
    public func facet<Module: ContentModule, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> Facet<P.Value.Unwrapped>
    where Item == Content<Module>, P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        facet(of: field)
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func facet<Module: ContentModule, P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>
    ) -> Facet<P.Value.Unwrapped>
    where Item == Content<Module>, P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {
        Facet(FacetResult(field: "", counts: [], isExhaustive: false))
    }

    /// Returns a facet of a page of rows: `page.facet(of: \Books.Fields.language)`.
    public func facet<Root: FieldOwner, P: FieldReference>(
        of field: KeyPath<Root, P>
    ) -> Facet<P.Value.Unwrapped> where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        let name = field.fieldName
        let result = facets.first { $0.field == name }
        return Facet(result ?? FacetResult(field: name, counts: [], isExhaustive: false))
    }
}

extension Page where Item: Identifiable & Equatable {
    /// Returns the changes that turn an earlier page into this one.
    ///
    /// ```swift
    /// var books: [Book] = []
    /// for try await page in content.live(Books.query()) {
    ///     let difference = page.difference(from: books)
    ///     print(difference.insertions.map(\.item.title), difference.removals.map(\.offset))
    ///     books = page.items
    /// }
    /// ```
    public func difference(from earlier: Page) -> PageDifference<Item> { difference(from: earlier.items) }

    /// Returns the changes that turn a list of items into this page.
    public func difference(from earlier: [Item]) -> PageDifference<Item> {
        PageDifference(from: earlier, to: items)
    }
}

extension PageDifference where Item: Identifiable & Equatable {
    package init(from old: [Item], to new: [Item]) {
        var places: [Occurrence: Int] = [:]
        for (offset, occurrence) in Self.occurrences(in: old).enumerated() { places[occurrence] = offset }
        let origins = Self.occurrences(in: new).map { places.removeValue(forKey: $0) }
        let staying = Self.longestRise(in: origins.compactMap(\.self))
        var insertions: [Insertion] = []
        var moves: [Move] = []
        var updates: [Update] = []
        for (offset, item) in new.enumerated() {
            guard let origin = origins[offset] else {
                insertions.append(Insertion(item: item, offset: offset))
                continue
            }
            if !staying.contains(origin) { moves.append(Move(from: origin, to: offset)) }
            if old[origin] != item { updates.append(Update(item: item, offset: offset)) }
        }
        self.init(
            removals: places.values.sorted().map { Removal(item: old[$0], offset: $0) },
            insertions: insertions, moves: moves, updates: updates, oldCount: old.count)
    }

    /// An item of a list. If a list has an id more than once, the number tells them apart.
    private struct Occurrence: Hashable {
        var id: Item.ID
        var number: Int
    }

    private static func occurrences(in items: [Item]) -> [Occurrence] {
        var counts: [Item.ID: Int] = [:]
        return items.map { item in
            defer { counts[item.id, default: 0] += 1 }
            return Occurrence(id: item.id, number: counts[item.id] ?? 0)
        }
    }

    /// The longest part of different numbers that is in ascending order: the items that need not move.
    private static func longestRise(in numbers: [Int]) -> Set<Int> {
        // The positions of the smallest last numbers, by the length of the rise.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (position, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var rise: Set<Int> = []
        var position = ends.last
        while let current = position {
            rise.insert(numbers[current])
            position = previous[current]
        }
        return rise
    }
}
