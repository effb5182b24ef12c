import QuireCore
import QuireText

/// Cursors of scans: the engine's own cursor if it has cursors, otherwise a page number and an index in that page.
enum ScanCursor {
    private static let start = Cursor(token: "scan from the start")

    // MARK: - Reading

    /// The engine's page at which a scan starts.
    static func page(
        of page: PageRequest, _ first: PageRequest, of request: SearchRequest
    ) throws(QueryError) -> PageRequest {
        guard case .cursor(let cursor?, _) = page, cursor != start else { return first }
        if case .cursor(_, let limit) = first { return .cursor(cursor, limit: limit) }
        let place = try place(cursor, request)
        return .page(place.page, size: place.size)
    }

    /// The number of items in that page that were scanned before.
    static func lookedAt(of page: PageRequest, of request: SearchRequest) throws(QueryError) -> Int {
        guard case .cursor(let cursor?, _) = page, cursor.token.hasPrefix("scan "), cursor != start else {
            return 0
        }
        return try place(cursor, request).lookedAt
    }

    private struct Place {
        var page: Int
        var size: Int
        var lookedAt: Int

        var cursor: Cursor { Cursor(token: "scan \(page) \(size) \(lookedAt)") }
    }

    private static func place(_ cursor: Cursor, _ request: SearchRequest) throws(QueryError) -> Place {
        let numbers = cursor.token.split(separator: " ").dropFirst().compactMap { Int($0) }
        guard cursor.token.hasPrefix("scan "), numbers.count == 3, numbers[0] >= 1,
            (1...1_000_000).contains(numbers[1]), (0...numbers[1]).contains(numbers[2]),
            !numbers[0].multipliedReportingOverflow(by: numbers[1]).overflow
        else {
            throw QueryError(
                .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
                expected: "a cursor that the same query gave")
        }
        return Place(page: numbers[0], size: numbers[1], lookedAt: numbers[2])
    }

    // MARK: - Writing

    /// The cursor after an item of an engine's page, or `nil` at the end.
    static func cursor(
        after index: Int, of response: SearchResponse<JSONValue>, to part: SearchRequest,
        of search: ClientSideSearch
    ) async throws -> Cursor? {
        let isLast = index + 1 == response.items.count
        switch part.page {
        case .page(let number, let size):
            guard isLast else {
                // A server that caps pages must get the page again in the size that it had.
                let limit = response.pageInfo.limit
                let size = number == 1 && limit > 0 ? limit : size
                return Place(page: number, size: size, lookedAt: index + 1).cursor
            }
            guard case .page(let next, let size)? = try part.following(response)?.page else { return nil }
            return Place(page: next, size: size, lookedAt: 0).cursor
        case .cursor where isLast: return response.nextCursor
        case .cursor(let before, _):
            let lookedAt = response.items.prefix(index + 1).map { ExactText($0.instanceID) }
            return try await cursor(after: lookedAt, from: before, part, search)
        case .standard, .offset, .all: return nil
        }
    }

    /// The engine's cursor after the last scanned item. Requests a page that ends there.
    private static func cursor(
        after lookedAt: [ExactText], from before: Cursor?, _ part: SearchRequest, _ search: ClientSideSearch
    ) async throws -> Cursor? {
        func page(_ limit: Int) async throws -> SearchResponse<String> {
            try Task.checkCancellation()
            var request = part
            request.fields = []
            request.page = .cursor(before, limit: limit)
            let decoder = ItemDecoder.ids(of: part.module)
            guard let page = try await search.engine.search([request], decoding: decoder).first else {
                throw ResponseCountError(engine: search.engine.capabilities.name, requested: 1, returned: 0)
            }
            return page
        }
        var lookedAt = lookedAt
        // Items that are inserted or deleted meanwhile move the end of that page.
        for _ in 0..<3 {
            let exact = try await page(lookedAt.count)
            if let last = exact.items.last, ExactText(last) == lookedAt.last,
                exact.items.count == lookedAt.count
            {
                return exact.nextCursor
            }
            let seenIDs = Set(lookedAt)
            let wider = try await page(max(lookedAt.count, 100))
            let present = wider.items.map(ExactText.init)
            guard let last = present.lastIndex(where: seenIDs.contains) else { break }
            lookedAt = Array(present[...last])
        }
        // Better to repeat some items than to miss one.
        return before ?? start
    }
}
