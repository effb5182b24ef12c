import Foundation

// Queries by lifecycle. The filters themselves are `Filter.drafts` and related properties.

extension Query {
    /// Narrows the query to items that were never published, archived, removed or deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt = null and archivedAt = null and removedAt = null and deletedAt = null
    /// ```
    public func drafts() -> Self {
        narrowedMeta(by: [.drafts])
    }

    /// Narrows the query to items that are published and neither removed nor deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt <= NOW and (removedAt > NOW or removedAt = null) and deletedAt = null
    /// ```
    /// - Parameters:
    ///   - now: The current time.
    ///   - excludingArchived: HALO's own filter includes archived items. Pass `true` to exclude them.
    public func published(at now: Date = Date(), excludingArchived: Bool = false) -> Self {
        narrowedMeta(by: [.published(at: now, excludingArchived: excludingArchived)])
    }

    /// Narrows the query to items whose publication has ended and that are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": removedAt <= NOW and deletedAt = null
    /// ```
    public func expired(at now: Date = Date()) -> Self {
        narrowedMeta(by: [.expired(at: now)])
    }

    /// Narrows the query to items that are archived and neither removed nor deleted.
    ///
    /// ```swift
    /// // "metaSearch": archivedAt <= NOW and removedAt = null and deletedAt = null
    /// ```
    public func archived(at now: Date = Date()) -> Self {
        narrowedMeta(by: [.archived(at: now)])
    }

    /// Narrows the query to items that changed between the two dates and are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": updatedAt >= SINCE and updatedAt <= NOW and deletedAt = null
    /// ```
    public func updated(since date: Date, at now: Date = Date()) -> Self {
        narrowedMeta(by: [.updated(since: date, at: now)])
    }
}
