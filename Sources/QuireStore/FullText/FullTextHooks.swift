#if SQLite
/// What an app has to say when items are indexed.
///
/// ```swift
/// await store.fullText.use(FullTextHooks(shouldIndex: { $0.texts["status"] != "draft" }))
/// ```
/// Hooks run within the transaction that writes the item: they must be quick, and must not use the store. They are not
/// stored; set them after every opening, before anything is written.
public struct FullTextHooks: Sendable {
    /// An item whose words are about to be indexed.
    public struct Item: Sendable, Hashable {
        /// The module's wire name.
        public var module: String
        public var id: String
        /// The plain text of each searchable field that has one, by its wire name.
        public var texts: [String: String]
    }

    /// Answers `false` for an item that full text shall not find. It stays out until it is written or indexed again.
    public var shouldIndex: (@Sendable (Item) -> Bool)?
    /// Hears of an item that is indexed now, and its different words.
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
