import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension CompiledSearch {
    static func window(
        _ request: SearchRequest, _ order: InstanceOrder, isRelevance: Bool,
        _ settings: AlgoliaSettings
    ) throws -> Window {
        func slice(_ offset: Int, _ limit: Int) throws -> Window {
            guard offset <= settings.paginationLimit - limit else {
                throw UnsupportedError(
                    engine: AlgoliaConnection.engineName, node: "items \(offset) to \(offset + limit)",
                    hint:
                        "its pages reach \(settings.paginationLimit) items; use a cursor, or fetch everything"
                )
            }
            return .slice(offset: offset, limit: limit)
        }
        switch request.page {
        case .standard: return try slice(0, 20)
        case .page(let number, let size): return try slice((number - 1) * size, size)
        case .offset(let offset, let limit): return try slice(offset, limit)
        case .all: return .everything
        case .cursor(let cursor, let limit) where isRelevance:
            let page = try cursor.map { try number(of: $0, request) } ?? 0
            guard page <= settings.paginationLimit / limit - 1 else {
                throw UnsupportedError(
                    engine: AlgoliaConnection.engineName, node: "page \(page + 1) of \(limit) by relevance",
                    hint: "its pages reach \(settings.paginationLimit) items; fetch everything, or sort")
            }
            return .counted(page: page, limit: limit)
        case .cursor(let cursor, let limit):
            return .after(try cursor.map { try order.place(after: $0, of: request) }, limit: limit)
        }
    }

    /// The number of the next page, which is what a cursor holds for a search by relevance.
    private static func number(of cursor: Cursor, _ request: SearchRequest) throws(QueryError) -> Int {
        let place = try ClusterCursor.place(of: cursor, in: request, engine: AlgoliaConnection.engineName)
        guard case .integer(let number) = place, number > 0, number < 1 << 32 else {
            throw ClusterCursor.damaged(cursor, in: request)
        }
        return Int(number)
    }
}
