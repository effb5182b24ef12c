import Foundation

/// A query for items of a module. It is a value, and every method returns a changed copy.
///
/// ```swift
/// Books.query().where(\.age >= 18).sort(by: \.title).page(1, size: 20)
/// ```
public struct Query<Module: ContentModule>: Sendable, Hashable {
    /// The untyped request that engines receive.
    public var request: SearchRequest

    public init() { request = SearchRequest(module: Module.descriptor) }
}

extension ContentModule {
    /// Returns a query for all items of the module.
    public static func query() -> Query<Self> { Query() }
}

extension Query {
    /// Sets what happens if the engine cannot express a part of the filter. Without a fallback, the query throws.
    ///
    /// ```swift
    /// let page = try await content.fetch(
    ///     Books.query().where(\.age >= 18).where(\.title, contains: "war").fallback(.clientSide(maxScanned: 5_000)))
    /// page.scanned      // how many items were looked at here; nil where the engine could do it all
    /// ```
    /// The engine gets the part of the filter that it can express. Quire reads the items page by page and tests the
    /// rest of the filter on the client. The total is then unknown. The search throws a `ScanLimitError` if it would
    /// have to scan more items for a page, a count or a complete result. The fallback covers only the filter: an
    /// unsupported order or full-text search still throws.
    public func fallback(_ fallback: Fallback?) -> Self { changed { $0.fallback = fallback } }

    /// Sets how many items a condition across a relation may look up, on an engine that cannot test related items.
    ///
    /// ```swift
    /// let books = try await content.fetch(
    ///     Books.query().where(\.author.fullName == "Jane Austen").relatedItems(upTo: 5_000))
    /// // First the ids of the authors, {"operation":"=","property":"fullName","value":"Jane Austen","type":"string"},
    /// // then the books, {"operation":"in","property":"author","value":["a1"],"type":"string"}
    /// ```
    /// The client first searches for the related items, and then sends their ids. If more items match a condition, the
    /// search throws a `RelationLimitError` before the main request. The default is 1,000. The store and the in-memory
    /// engine test related items themselves and ignore the limit.
    public func relatedItems(upTo maximum: Int) -> Self { changed { $0.maximumRelatedItems = maximum } }
}

// Unavailable overloads for fields that a filter can only compare with nil.

extension Query {
    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, like text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, contains text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasPrefix text: String
    ) -> Self where P.Value: UntestableValue { self }

    @available(
        *, unavailable,
        message:
            "a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasSuffix text: String
    ) -> Self where P.Value: UntestableValue { self }
}

extension Query {
    /// Narrows the query to items with these ids. The result has the query's order, not that of the ids.
    ///
    /// ```swift
    /// Books.query().ids(["57ea6aa4", "57ea6aa5"])
    /// // "instanceIds":["57ea6aa4","57ea6aa5"]
    /// ```
    public func ids(_ ids: [ContentID<Module>]) -> Self {
        changed { $0.ids = ids.map(\.rawValue) }
    }

    /// Sets the language of the values: `.locale("en-US")`.
    public func locale(_ locale: String) -> Self { changed { $0.locale = locale } }

    /// Narrows the query to items that have any of the tags, or all of them with `mode: .total`.
    ///
    /// ```swift
    /// Books.query().tags([Tag(name: "Platform Name", value: "ios")], mode: .total)
    /// // "segmentTags":[{"name":"Platform Name","value":"ios","tagType":"000000000000000000000002"}],"segmentMode":"total"
    /// ```
    public func tags(_ tags: [Tag], mode: Segment.Mode = .partial) -> Self {
        changed { request in
            let includesDevice = request.segment?.includesDevice ?? false
            request.segment = Segment(tags: tags, mode: mode, includesDevice: includesDevice)
        }
    }

    /// Collects items that do not fit the schema in `Page.rejected`, with their errors. Without it, the first such item
    /// throws.
    public func lenient() -> Self { changed { $0.decoding.mode = .lenient } }

    /// Keeps values under keys that are not in the schema in `ContentMetadata.unknownValues`.
    ///
    /// A number among them that does not fit in a `Double`, such as `1e999`, is rejected like an invalid value.
    public func keepUnknownValues() -> Self { changed { $0.decoding.keepsUnknownValues = true } }

    package func changed(_ change: (inout SearchRequest) -> Void) -> Self {
        var query = self
        change(&query.request)
        return query
    }
}

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

extension Query {
    /// Requests a page by its number, counted from 1.
    ///
    /// ```swift
    /// Books.query().page(2, size: 25)
    /// // "pagination":{"page":2,"limit":25,"skip":"false"}
    /// ```
    public func page(_ number: Int, size: Int) -> Self { page(.page(number, size: size)) }

    /// Requests a part of the result: after a cursor, from an offset on, or all of it in one response.
    ///
    /// ```swift
    /// Books.query().page(.cursor(page.nextCursor, limit: 20))
    /// Books.query().page(.offset(40, limit: 20))
    /// Books.query().page(.all)
    /// // "pagination":{"skip":"true"}
    /// ```
    /// A page after a cursor costs the same at any depth. HALO does not support cursors. Use `.all` for small results
    /// only: `ContentClient.all` reads any number of items page by page.
    public func page(_ part: PageRequest) -> Self {
        var query = self
        query.request.page = part
        query.request.limit = nil
        return query
    }

    /// Requests the first items of the query's order, at most this many.
    ///
    /// ```swift
    /// let newest = try await content.fetch(Books.query().sort(by: \.released, .descending).limit(5))
    /// // "pagination":{"page":1,"limit":5,"skip":"false"}
    /// ```
    /// `ContentClient.all` and `ids` stop after them too, over as many pages as it takes. `count` counts all items that
    /// match.
    public func limit(_ count: Int) -> Self {
        var query = page(1, size: count)
        query.request.limit = count
        return query
    }

    /// Omits the total, so that the engine need not count.
    public func skipTotal() -> Self {
        var query = self
        query.request.countsTotal = false
        return query
    }
}

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
        .leaf(.init(.equal, property, value: .null, type: .null))
    }

    private static func time(_ property: String, operation: FilterOperation, date: Date) -> Filter {
        .leaf(.init(operation, property, value: date.filterValue, type: .date))
    }
}
