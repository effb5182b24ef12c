import Foundation

// The lifecycle filters of HALO's clients: filters of the metadata, in the order in which those clients write them
// (reference: HALO's search helper). Pass `now` to make a response reproducible.

extension Filter {
    /// A metadata filter for items that were never published, archived, removed or deleted.
    public static var drafts: Filter {
        .and([.no("publishedAt"), .no("archivedAt"), .no("removedAt"), .no("deletedAt")])
    }

    /// A metadata filter for items that are published and neither removed nor deleted.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - excludingArchived: HALO's own filter includes archived items. Pass `true` to exclude them.
    public static func published(at now: Date = Date(), excludingArchived: Bool = false) -> Filter {
        if excludingArchived {
            return .and([
                .or([.no("removedAt"), .time("removedAt", operation: .greater, date: now)]), .no("deletedAt"),
                .time("publishedAt", operation: .lessOrEqual, date: now), .no("archivedAt"),
            ])
        }
        return .and([
            .time("publishedAt", operation: .lessOrEqual, date: now),
            .or([.time("removedAt", operation: .greater, date: now), .no("removedAt")]), .no("deletedAt"),
        ])
    }

    /// A metadata filter for items whose publication has ended and that are not deleted.
    public static func expired(at now: Date = Date()) -> Filter {
        .and([.time("removedAt", operation: .lessOrEqual, date: now), .no("deletedAt")])
    }

    /// A metadata filter for items that are archived and neither removed nor deleted.
    public static func archived(at now: Date = Date()) -> Filter {
        .and([.time("archivedAt", operation: .lessOrEqual, date: now), .no("removedAt"), .no("deletedAt")])
    }

    /// A metadata filter for items that changed between the two dates and are not deleted.
    public static func updated(since date: Date, at now: Date = Date()) -> Filter {
        .and([
            .time("updatedAt", operation: .greaterOrEqual, date: date),
            .time("updatedAt", operation: .lessOrEqual, date: now),
            .no("deletedAt"),
        ])
    }

    private static func no(_ property: String) -> Filter {
        .leaf(.init(.equal, property, .null, type: .null))
    }

    private static func time(_ property: String, operation: FilterOperation, date: Date) -> Filter {
        .leaf(.init(operation, property, date.filterValue, type: .date))
    }
}
