import Foundation

// Where an item stands in its life, as HALO's clients ask for it: filters of the metadata, in the order in which those
// clients write them (reference: HALO's search helper). `now` can be given, so that an answer can be repeated.

extension Query {
    /// Items that were never published, archived, removed or deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt = null and archivedAt = null and removedAt = null and deletedAt = null
    /// ```
    public func drafts() -> Self {
        lifeCycle([.no("publishedAt"), .no("archivedAt"), .no("removedAt"), .no("deletedAt")])
    }

    /// Items that are published: since `now` or before, not removed by then, not deleted.
    ///
    /// ```swift
    /// // "metaSearch": publishedAt <= NOW and (removedAt > NOW or removedAt = null) and deletedAt = null
    /// ```
    /// - Parameter excludingArchived: HALO's own filter lets archived items through; `true` leaves them out.
    public func published(at now: Date = Date(), excludingArchived: Bool = false) -> Self {
        if excludingArchived {
            return lifeCycle([
                .or([.no("removedAt"), .time("removedAt", .greater, now)]), .no("deletedAt"),
                .time("publishedAt", .lessOrEqual, now), .no("archivedAt"),
            ])
        }
        return lifeCycle([
            .time("publishedAt", .lessOrEqual, now),
            .or([.time("removedAt", .greater, now), .no("removedAt")]), .no("deletedAt"),
        ])
    }

    /// Items whose publication has ended, and that are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": removedAt <= NOW and deletedAt = null
    /// ```
    public func expired(at now: Date = Date()) -> Self {
        lifeCycle([.time("removedAt", .lessOrEqual, now), .no("deletedAt")])
    }

    /// Items that are archived, and neither removed nor deleted.
    ///
    /// ```swift
    /// // "metaSearch": archivedAt <= NOW and removedAt = null and deletedAt = null
    /// ```
    public func archived(at now: Date = Date()) -> Self {
        lifeCycle([.time("archivedAt", .lessOrEqual, now), .no("removedAt"), .no("deletedAt")])
    }

    /// Items that changed between the two dates, and are not deleted.
    ///
    /// ```swift
    /// // "metaSearch": updatedAt >= SINCE and updatedAt <= NOW and deletedAt = null
    /// ```
    public func updated(since date: Date, at now: Date = Date()) -> Self {
        lifeCycle([
            .time("updatedAt", .greaterOrEqual, date), .time("updatedAt", .lessOrEqual, now),
            .no("deletedAt"),
        ])
    }

    private func lifeCycle(_ conditions: [Filter]) -> Self { narrowedMeta(by: [.and(conditions)]) }
}

extension Filter {
    fileprivate static func no(_ property: String) -> Filter {
        .leaf(.init(.equal, property, .null, type: .null))
    }

    fileprivate static func time(_ property: String, _ operation: FilterOperation, _ date: Date) -> Filter {
        .leaf(.init(operation, property, date.filterValue, type: .date))
    }
}
