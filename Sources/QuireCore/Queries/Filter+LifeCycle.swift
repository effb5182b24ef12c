import Foundation

// Where an item stands in its life, as HALO's clients ask for it: filters of the metadata, in the order in which those
// clients write them (reference: HALO's search helper). `now` can be given, so that an answer can be repeated.

extension Filter {
    /// Over the metadata: never published, archived, removed or deleted.
    public static var drafts: Filter {
        .and([.no("publishedAt"), .no("archivedAt"), .no("removedAt"), .no("deletedAt")])
    }

    /// Over the metadata: published since `now` or before, not removed by then, not deleted.
    ///
    /// - Parameters:
    ///   - now: The moment that counts as now.
    ///   - excludingArchived: HALO's own filter lets archived items through; `true` leaves them out.
    public static func published(at now: Date = Date(), excludingArchived: Bool = false) -> Filter {
        if excludingArchived {
            return .and([
                .or([.no("removedAt"), .time("removedAt", .greater, now)]), .no("deletedAt"),
                .time("publishedAt", .lessOrEqual, now), .no("archivedAt"),
            ])
        }
        return .and([
            .time("publishedAt", .lessOrEqual, now),
            .or([.time("removedAt", .greater, now), .no("removedAt")]), .no("deletedAt"),
        ])
    }

    /// Over the metadata: publication has ended, not deleted.
    public static func expired(at now: Date = Date()) -> Filter {
        .and([.time("removedAt", .lessOrEqual, now), .no("deletedAt")])
    }

    /// Over the metadata: archived, and neither removed nor deleted.
    public static func archived(at now: Date = Date()) -> Filter {
        .and([.time("archivedAt", .lessOrEqual, now), .no("removedAt"), .no("deletedAt")])
    }

    /// Over the metadata: changed between the two dates, not deleted.
    public static func updated(since date: Date, at now: Date = Date()) -> Filter {
        .and([
            .time("updatedAt", .greaterOrEqual, date), .time("updatedAt", .lessOrEqual, now),
            .no("deletedAt"),
        ])
    }

    private static func no(_ property: String) -> Filter {
        .leaf(.init(.equal, property, .null, type: .null))
    }

    private static func time(_ property: String, _ operation: FilterOperation, _ date: Date) -> Filter {
        .leaf(.init(operation, property, date.filterValue, type: .date))
    }
}
