import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Sends compiled searches and creates their pages.
struct SearchRunner: Sendable {
    let connection: PocketBaseConnection

    /// The page of a search.
    func response(to search: CompiledSearch) async throws -> EngineResponse {
        if search.findsNothing { return page(of: search, [], offset: search.window.offset, total: 0) }
        switch search.window {
        case .slice(let offset, let limit): return try await slice(search, offset: offset, limit: limit)
        case .after(_, let offset, let limit):
            return try await following(search, offset: offset, limit: limit)
        case .everything:
            let all = try await records(of: search)
            return page(of: search, all, offset: 0, total: all.count)
        }
    }

    private func slice(_ search: CompiledSearch, offset: Int, limit: Int) async throws -> EngineResponse {
        let slices = PageSlices(offset: offset, limit: limit, maximum: CompiledSearch.maximumPage)
        var pageRecords: [Record] = []
        var total = 0
        var last: JSONValue?
        var attempts = 0
        repeat {
            var isCounted = false
            for slice in slices.pages {
                // Without a total, nothing tells whether there is a next page.
                let part = try await records(
                    search, filter: search.filter, page: slice.number, size: slice.size,
                    counts: !isCounted, keeping: slice.range.upperBound - 1)
                total = part.total ?? total
                isCounted = true
                pageRecords += part.records[slice.range.clamped(to: 0..<part.records.count)]
                last = part.last ?? last
                if slice.number * slice.size >= total { break }
            }
            attempts += 1
            // An item that was created between the page and the count is on the repeated page.
        } while pageRecords.isEmpty && total > offset && attempts < 3
        guard !pageRecords.isEmpty || total <= offset else {
            if search.needsPlace, offset == 0 {
                return try await following(search, offset: offset, limit: limit)
            }
            throw PocketBaseError(countedOnly: total - offset, Self.action(search))
        }
        let end = offset + pageRecords.count
        return page(
            of: search, pageRecords, offset: offset, total: total,
            // The server's hooks may have removed items, so a short page does not tell whether there is a next one.
            showsTotal: pageRecords.count < min(limit, total - offset),
            next: !pageRecords.isEmpty && total > end && search.needsPlace
                ? search.cursor(after: last, offset: end, left: total - end) : nil)
    }

    /// The page after a cursor.
    private func following(
        _ search: CompiledSearch, offset: Int, limit: Int
    ) async throws -> EngineResponse {
        // One item more tells whether there is a next page, if there is room for it.
        let size = min(limit + 1, CompiledSearch.maximumPage)
        var remaining = RemainingRecords(search.left)
        var filter = search.filter
        var matches: [Record] = []
        var last: JSONValue?
        var total: Int?
        var isEnd = false
        var isFirst = true
        repeat {
            let counts = remaining.counts || (isFirst && search.request.countsTotal)
            // All items of a small page may have been removed, so what follows a short one is read in large pages.
            let rest = isFirst ? size : CompiledSearch.maximumPage
            let page = try await records(
                search, filter: filter, page: 1, size: rest, counts: counts,
                keeping: max(0, limit - matches.count - 1))
            if isFirst { total = page.total }
            isFirst = false
            isEnd = try remaining.isEnd(
                after: page.records.count, of: rest, total: page.total, Self.action(search))
            // The item behind the page only tells that there is one.
            if matches.count < limit { last = page.last ?? last }
            matches += page.records
            guard !isEnd, !page.records.isEmpty, matches.count < size else { continue }
            // Without a place, the cursor counts items.
            guard let place = page.last.flatMap({ KeysetPlace(of: $0, in: search.order) }),
                let next = try? search.filter(after: place)
            else { break }
            guard next != filter else { throw Self.repeated(search) }
            filter = next
        } while !isEnd && matches.count < size
        let pageRecords = Array(matches.prefix(limit))
        return page(
            of: search, pageRecords, offset: offset, total: total.map { offset + $0 },
            next: !pageRecords.isEmpty && (matches.count > limit || !isEnd)
                ? search.cursor(
                    after: last, offset: offset + limit,
                    left: remaining.left.map { $0 + matches.count - pageRecords.count }) : nil)
    }

    /// All records of a search.
    func records(of search: CompiledSearch) async throws -> [Record] {
        if search.findsNothing { return [] }
        var all: [Record] = []
        var filter = search.filter
        var number = 1
        var remaining = RemainingRecords()
        while true {
            try Task.checkCancellation()
            let part = try await records(
                search, filter: filter, page: number, size: CompiledSearch.maximumPage,
                counts: remaining.counts)
            all += part.records
            let isEnd = try remaining.isEnd(
                after: part.records.count, of: CompiledSearch.maximumPage,
                total: part.total.map { max(0, $0 - (number - 1) * CompiledSearch.maximumPage) },
                Self.action(search))
            if isEnd { break }
            if part.records.isEmpty { continue }
            if let place = part.last.flatMap({ KeysetPlace(of: $0, in: search.order) }),
                let next = try? search.filter(after: place)
            {
                guard next != filter else { throw Self.repeated(search) }
                (filter, number) = (next, 1)
            } else {
                number += 1
            }
        }
        return all
    }

    // MARK: - Requests

    struct FoundPage {
        var records: [Record]
        /// `nil` if it was not counted.
        var total: Int?
        /// The record after which a cursor continues, as the server sent it.
        var last: JSONValue?
    }

    /// The records of a page, checked.
    private func records(
        _ search: CompiledSearch, filter: String?, page: Int, size: Int, counts: Bool,
        keeping last: Int? = nil
    ) async throws -> FoundPage {
        let call = Self.call(search, filter: filter, page: page, size: size, counts: counts)
        let response = try await connection.send(call) { (data) throws(ValueDecodingError) in
            let form = RecordForm(
                search.layout, files: connection.files, fields: search.search.fields, shape: search.shape)
            return try RecordPage(
                data, form: form, keeping: search.needsPlace ? last ?? keptPosition(search, size) : nil)
        }
        func unreadable(_ problem: String) -> PocketBaseError {
            PocketBaseError(unreadable: problem, call.action)
        }
        guard let list = response.records else { throw unreadable("there is no list of records") }
        let records = list.compactMap { $0 }
        guard records.count == list.count else { throw unreadable("a record has no id") }
        guard response.page == page, response.perPage == size else {
            throw unreadable(
                "it is page \(response.page ?? 0) of \(response.perPage ?? 0) items, not page \(page) of \(size)"
            )
        }
        guard records.count <= size else { throw unreadable("there are more records than a page has") }
        var total: Int?
        if counts {
            guard let count = response.totalItems, count >= 0 else {
                throw unreadable("the total is missing")
            }
            total = count
        }
        return FoundPage(records: records, total: total, last: response.kept)
    }

    private func keptPosition(_ search: CompiledSearch, _ size: Int) -> Int {
        if case .after(_, _, let limit) = search.window { limit - 1 } else { size - 1 }
    }

    static func call(
        _ search: CompiledSearch, filter: String?, page: Int, size: Int, counts: Bool
    ) -> PocketBaseCall {
        RecordListing(
            collection: search.layout.name, page: page, size: size, sort: search.order.text,
            columns: search.columns, filter: filter, counts: counts, action: action(search)
        ).call
    }

    /// The error of a server that sends the same page again for the records after it.
    private static func repeated(_ search: CompiledSearch) -> PocketBaseError {
        PocketBaseError(unreadable: "a page is sent again for the next one", action(search))
    }

    private static func action(_ search: CompiledSearch) -> String {
        "search in \(search.request.module.name)"
    }

    /// The first call of a search, for people to read.
    func explanation(of search: CompiledSearch) -> String {
        let (page, size, counts): (Int, Int, Bool) =
            switch search.window {
            case .slice(let offset, let limit):
                PageSlices(offset: offset, limit: limit, maximum: CompiledSearch.maximumPage).pages.first.map
                {
                    ($0.number, $0.size, true)
                } ?? (1, limit, true)
            case .after(_, _, let limit):
                (1, min(limit + 1, CompiledSearch.maximumPage), search.request.countsTotal)
            case .everything: (1, CompiledSearch.maximumPage, true)
            }
        let call = Self.call(search, filter: search.filter, page: page, size: size, counts: counts)
        return "GET /api/\(call.path.joined(separator: "/"))?"
            + call.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    // MARK: - Responses

    private func page(
        of search: CompiledSearch, _ records: [Record], offset: Int, total: Int?,
        showsTotal: Bool = false, next: Cursor? = nil
    ) -> EngineResponse {
        page(
            of: search.request, records.map(\.instance), limit: search.window.limit, offset: offset,
            total: total, showsTotal: showsTotal, next: next)
    }

    /// The page of some instances. Without a limit, they are all. The total is in it if the request or `showsTotal` says so.
    func page(
        of request: SearchRequest, _ instances: [StoredSlice], limit: Int? = nil, offset: Int = 0,
        total: Int?, showsTotal: Bool = false, next: Cursor? = nil
    ) -> EngineResponse {
        let info = PageInfo(
            offset: offset, limit: limit ?? instances.count,
            totalItems: request.countsTotal || showsTotal ? total : nil)
        return EngineResponse(
            ClusterPage(instances, info, isWhole: request.page == .all), nextCursor: next)
    }
}

/// The pages that contain a slice of the results. PocketBase has only numbered pages.
struct PageSlices: Sendable, Hashable {
    struct Page: Sendable, Hashable {
        /// Counted from 1.
        var number: Int
        var size: Int
        /// The items of the page that belong to the slice.
        var range: Range<Int>
    }

    let pages: [Page]

    /// - Parameters:
    ///   - offset: The number of items before the slice.
    ///   - limit: The number of its items, at least 1.
    ///   - maximum: The largest page.
    init(offset: Int, limit: Int, maximum: Int) {
        // One page, if there is a size that fits.
        for size in limit...max(limit, min(maximum, 4 * limit))
        where offset / size == (offset + limit - 1) / size {
            let start = offset % size
            pages = [Page(number: offset / size + 1, size: size, range: start..<start + limit)]
            return
        }
        let start = offset % limit
        pages = [
            Page(number: offset / limit + 1, size: limit, range: start..<limit),
            Page(number: offset / limit + 2, size: limit, range: 0..<start),
        ]
    }
}
