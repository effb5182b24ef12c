import Foundation

/// A write's changes to the metadata of an item. Each property is left unchanged, cleared or set.
///
/// ```swift
/// var draft = Books.Draft()
/// draft.metadata.name = .set("Emma")
/// draft.metadata.publishedAt = .set(.now)
/// draft.metadata.removedAt = .clear
/// // "name":"Emma","publishedAt":1718000000000,"removedAt":null
/// ```
/// The content system manages the rest of the metadata, such as authors and timestamps.
public struct MetadataChanges: Sendable, Hashable {
    public var name: DraftChange<String?> = .leave
    public var tags: DraftChange<[Tag]> = .leave
    public var publishedAt: DraftChange<Date?> = .leave
    public var archivedAt: DraftChange<Date?> = .leave
    /// When publication of the item ends.
    public var removedAt: DraftChange<Date?> = .leave
    public var deletedAt: DraftChange<Date?> = .leave

    public init() {}

    /// Sets all metadata that writers may set. Missing values are cleared.
    public init(_ metadata: ContentMetadata) {
        name = metadata.name.map { .set($0) } ?? .clear
        tags = .set(metadata.tags)
        publishedAt = metadata.publishedAt.map { .set($0) } ?? .clear
        archivedAt = metadata.archivedAt.map { .set($0) } ?? .clear
        removedAt = metadata.removedAt.map { .set($0) } ?? .clear
        deletedAt = metadata.deletedAt.map { .set($0) } ?? .clear
    }

    /// Whether no property changes.
    public var isEmpty: Bool { self == MetadataChanges() }

    /// The dates by their wire names, in HALO's order.
    package var dates: [(name: String, change: DraftChange<Date?>)] {
        [
            ("publishedAt", publishedAt), ("removedAt", removedAt), ("deletedAt", deletedAt),
            ("archivedAt", archivedAt),
        ]
    }
}
