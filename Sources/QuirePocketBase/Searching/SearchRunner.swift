import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP

/// Sends compiled searches and creates their pages.
struct SearchRunner: Sendable {
    let connection: PocketBaseConnection
    let files: FileAddress

    /// The page of a search.
    func response(to search: CompiledSearch) async throws -> EngineResponse {
        if search.findsNothing { return page(of: search, [], offset: Self.offset(search.window), total: 0) }
        switch search.window {
        case .slice(let offset, let limit): return try await slice(search, offset, limit)
        case .after(_, let offset, let limit):
            // One item more tells whether there is a next page, if there is room for it.
            let size = min(limit + 1, CompiledSearch.maximumPage)
            let found = try await records(
                search, filter: search.filter, page: 1, size: size, counts: search.request.countsTotal)
            let hasMore = found.records.count > limit || (found.records.count == size && size == limit)
            return page(
                of: search, Array(found.records.prefix(limit)), offset: offset,
                total: found.total.map { offset + $0 },
                next: hasMore ? search.cursor(after: found.last, offset: offset + limit) : nil)
        case .everything:
            let all = try await records(of: search)
            return page(of: search, all, offset: 0, total: all.count)
        }
    }

    private static func offset(_ window: CompiledSearch.Window) -> Int {
        switch window {
        case .slice(let offset, _), .after(_, let offset, _): offset
        case .everything: 0
        }
    }

    private func slice(_ search: CompiledSearch, _ offset: Int, _ limit: Int) async throws -> EngineResponse {
        let slices = PageSlices(offset: offset, limit: limit, maximum: CompiledSearch.maximumPage)
        var shown: [FoundRecord] = []
        var total: Int?
        var last: JSONValue?
        for slice in slices.pages {
            // Without a total, nothing tells whether there is a next page.
            let found = try await records(
                search, filter: search.filter, page: slice.number, size: slice.size,
                counts: total == nil, keeping: slice.range.upperBound - 1)
            total = total ?? found.total
            shown += found.records[slice.range.clamped(to: 0..<found.records.count)]
            last = found.last ?? last
            if found.records.count < slice.size { break }
        }
        let end = offset + shown.count
        let hasMore = !shown.isEmpty && (total ?? 0) > end
        return page(
            of: search, shown, offset: offset, total: total,
            next: hasMore && search.needsPlace ? search.cursor(after: last, offset: end) : nil)
    }

    /// All records of a search.
    func records(of search: CompiledSearch) async throws -> [FoundRecord] {
        if search.findsNothing { return [] }
        var all: [FoundRecord] = []
        var filter = search.filter
        var number = 1
        while true {
            try Task.checkCancellation()
            let found = try await records(
                search, filter: filter, page: number, size: CompiledSearch.maximumPage, counts: false)
            all += found.records
            guard found.records.count == CompiledSearch.maximumPage else { break }
            if let place = found.last.flatMap({ KeysetPlace(of: $0, in: search.order) }),
                let next = try? search.filter(after: place)
            {
                (filter, number) = (next, 1)
            } else {
                number += 1
            }
        }
        return all
    }

    // MARK: - Requests

    struct FoundPage {
        var records: [FoundRecord]
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
            var reader = RecordReader(
                finding: data, search.layout, fields: search.search.fields, shape: search.shape, files: files)
            return try RecordPage(
                data, reading: &reader, keeping: search.needsPlace ? last ?? keptPosition(search, size) : nil)
        }
        func unreadable(_ problem: String) -> PocketBaseError {
            PocketBaseError(.unreadable, call.action, status: 200, problem)
        }
        guard let found = response.records else { throw unreadable("there is no list of records") }
        let records = found.compactMap { $0 }
        guard records.count == found.count else { throw unreadable("a record has no id") }
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
        var query: [(name: String, value: String)] = [("page", String(page)), ("perPage", String(size))]
        if let filter { query.append(("filter", filter)) }
        query.append(("sort", search.order.text))
        query.append(("fields", search.columns))
        if !counts { query.append(("skipTotal", "1")) }
        return PocketBaseCall(
            .get, PocketBaseCall.records(of: search.layout.name), query: query,
            "search in \(search.request.module.name)")
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
            case .everything: (1, CompiledSearch.maximumPage, false)
            }
        let call = Self.call(search, filter: search.filter, page: page, size: size, counts: counts)
        return "GET /api/\(call.path.joined(separator: "/"))?"
            + call.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    // MARK: - Responses

    private func page(
        of search: CompiledSearch, _ records: [FoundRecord], offset: Int, total: Int?, next: Cursor? = nil
    ) -> EngineResponse {
        let limit =
            switch search.window {
            case .slice(_, let limit), .after(_, _, let limit): limit
            case .everything: records.count
            }
        return page(
            of: search.request, records.map(\.instance), limit: limit, offset: offset, total: total,
            next: next)
    }

    /// The page of some instances. Without a limit, they are all.
    func page(
        of request: SearchRequest, _ instances: [StoredSlice], limit: Int? = nil, offset: Int = 0,
        total: Int?,
        next: Cursor? = nil
    ) -> EngineResponse {
        let limit = limit ?? instances.count
        let info = PageInfo(
            page: limit > 0 ? offset / limit + 1 : 1, limit: limit, offset: offset,
            totalItems: request.countsTotal ? total : nil)
        return EngineResponse(
            ClusterPage(instances, info, isWhole: request.page == .all), nextCursor: next)
    }
}
