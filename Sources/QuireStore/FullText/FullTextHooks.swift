#if SQLite
/// An app's callbacks for the indexing of items.
///
/// ```swift
/// await store.fullText.use(FullTextHooks(shouldIndex: { $0.texts["status"] != "draft" }))
/// ```
/// Hooks run in the transaction that writes the item. They must be quick and must not use the store. They are not
/// stored, so set them each time after opening a store, before writing to it.
public struct FullTextHooks: Sendable {
    /// An item whose words are about to be indexed.
    public struct Item: Sendable, Hashable {
        /// The module's wire name.
        public var module: String
        public var id: String
        /// The plain text of each searchable field that has one, by its wire name.
        public var texts: [String: String]
    }

    /// Returns `false` to keep an item out of the index until it is written or indexed again.
    public var shouldIndex: (@Sendable (Item) -> Bool)?
    /// Receives an item that was just indexed, and its distinct words.
    public var didIndex: (@Sendable (Item, Set<String>) -> Void)?

    public init(
        shouldIndex: (@Sendable (Item) -> Bool)? = nil,
        didIndex: (@Sendable (Item, Set<String>) -> Void)? = nil
    ) {
        self.shouldIndex = shouldIndex
        self.didIndex = didIndex
    }
}
#endif
