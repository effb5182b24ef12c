import QuireCore
import QuireEngine

/// The part of a search's results that is requested.
package enum SearchWindow<Place: Sendable>: Sendable {
    case slice(offset: Int, limit: Int)
    /// After a position; the offset is the number of items before it.
    case after(Place, offset: Int, limit: Int)
    case everything

    /// - Parameters:
    ///   - request: The request. The first page of cursors is a slice.
    ///   - engine: The name of the engine that made the cursor.
    ///   - standard: The size of a page if the request does not say it.
    ///   - read: Reads what the engine put into a cursor, with the size of the page. `nil` if it is damaged.
    package init(
        _ request: SearchRequest, engine: String, standard: Int = 10,
        reading read: (JSONValue, Int) throws -> SearchWindow?
    ) throws {
        switch request.page {
        case .standard, .page, .offset, .cursor(nil, _):
            self = .slice(offset: request.page.offset, limit: request.page.size ?? standard)
        case .cursor(let cursor?, let limit):
            let place = try ClusterCursor.place(of: cursor, in: request, engine: engine)
            guard let window = try read(place, limit) else {
                throw ClusterCursor.damaged(cursor, in: request)
            }
            self = window
        case .all: self = .everything
        }
    }

    /// The number of items before it.
    package var offset: Int {
        switch self {
        case .slice(let offset, _), .after(_, let offset, _): offset
        case .everything: 0
        }
    }

    /// The number of its items; `nil` if it has all.
    package var limit: Int? {
        switch self {
        case .slice(_, let limit), .after(_, _, let limit): limit
        case .everything: nil
        }
    }

    package var isEverything: Bool { limit == nil }
}

extension PageInfo {
    /// The size and the position of a page that begins after some items.
    package init(offset: Int, limit: Int, totalItems: Int?) {
        self.init(
            page: limit > 0 ? offset / limit + 1 : 1, limit: limit, offset: offset, totalItems: totalItems)
    }
}
