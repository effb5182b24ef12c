/// How vectors contributed to a search for `.meaning`.
///
/// ```swift
/// let page = try await content.fetch(Books.query().search("loneliness", mode: .meaning))
/// for book in page {
///     if page.text?.meaning?.similarIDs.contains(book.id.rawValue) == true { print("Similar:", book.title) }
/// }
/// ```
public struct MeaningInfo: Sendable, Hashable {
    /// The ids of the page's items that no word finds. They come after all items with a word, nearest first.
    public var similarIDs: Set<String>
    /// The number of items that no word finds, on all pages: 0 to 100.
    public var similarItems: Int
    /// The number of items of the module that have a text but no vector yet. Only words find them.
    public var itemsWithoutVector: Int

    public init(similarIDs: Set<String> = [], similarItems: Int = 0, itemsWithoutVector: Int = 0) {
        self.similarIDs = similarIDs
        self.similarItems = similarItems
        self.itemsWithoutVector = itemsWithoutVector
    }
}
