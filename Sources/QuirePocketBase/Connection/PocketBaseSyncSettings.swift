/// How syncs find the changes of a PocketBase collection, which lists neither deletions nor its own past.
public struct PocketBaseSyncSettings: Sendable, Hashable {
    /// How far before the newest known change a sync reads again. PocketBase dates a change before it is committed, so a
    /// change may appear behind newer ones. It must exceed the longest transaction of the server.
    public var overlap: Duration
    /// How often the ids of all items are compared, which finds deletions, and items that rules have hidden.
    public var comparison: Duration
    /// Whether the server runs ``PocketBaseHooks``, so that syncs read its journal, which is exact,
    /// and `follow` listens to it.
    public var usesJournal: Bool

    public init(
        overlap: Duration = .seconds(15), comparison: Duration = .seconds(3_600), usesJournal: Bool = false
    ) {
        self.overlap = overlap
        self.comparison = comparison
        self.usesJournal = usesJournal
    }
}
