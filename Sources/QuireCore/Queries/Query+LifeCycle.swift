import Foundation

// Where an item stands in its life; the filters themselves are `Filter.drafts` and its kin.

extension Query {
    /// Items that were never published, archived, removed or deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt = null and archivedAt = null and removedAt = null and deletedAt = null
    /// ```
    public func drafts() -> Self {
        narrowedMeta(by: [.drafts])
    }

    /// Items that are published: since `now` or before, not removed by then, not deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt <= NOW and (removedAt > NOW or removedAt = null) and deletedAt = null
    /// ```
    /// - Parameters:
    ///   - now: The moment that counts as now.
    ///   - excludingArchived: HALO's own filter lets archived items through; `true` leaves them out.
    public func published(at now: Date = Date(), excludingArchived: Bool = false) -> Self {
        narrowedMeta(by: [.published(at: now, excludingArchived: excludingArchived)])
    }

    /// Items whose publication has ended, and that are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": removedAt <= NOW and deletedAt = null
    /// ```
    public func expired(at now: Date = Date()) -> Self {
        narrowedMeta(by: [.expired(at: now)])
    }

    /// Items that are archived, and neither removed nor deleted.
    ///
    /// ```swift
    /// // "metaSearch": archivedAt <= NOW and removedAt = null and deletedAt = null
    /// ```
    public func archived(at now: Date = Date()) -> Self {
        narrowedMeta(by: [.archived(at: now)])
    }

    /// Items that changed between the two dates, and are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": updatedAt >= SINCE and updatedAt <= NOW and deletedAt = null
    /// ```
    public func updated(since date: Date, at now: Date = Date()) -> Self {
        narrowedMeta(by: [.updated(since: date, at: now)])
    }
}
