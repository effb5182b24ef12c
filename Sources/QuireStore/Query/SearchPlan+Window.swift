#if SQLite
import QuireCore

extension SearchPlan {
    /// Which part of the result is requested.
    enum Window {
        case slice(offset: Int, limit: Int)
        case after(Keyset, offset: Int, limit: Int)
        case everything

        /// - Parameter keyset: The position of the page's cursor, if it is known.
        /// - Throws: `QueryError` for a cursor of another query.
        static func window(
            of request: SearchRequest, after keyset: (Keyset, offset: Int)? = nil
        ) throws -> Window {
            switch request.page {
            case .standard: return .slice(offset: 0, limit: SearchPlan.standardPageSize)
            case .page(let page, let size): return .slice(offset: (page - 1) * size, limit: size)
            case .offset(let offset, let limit): return .slice(offset: offset, limit: limit)
            case .cursor(nil, let limit): return .slice(offset: 0, limit: limit)
            case .cursor(let cursor?, let limit):
                let (keyset, offset) = try keyset ?? CursorToken.place(cursor, request)
                return .after(keyset, offset: offset, limit: limit)
            case .all: return .everything
            }
        }
    }

    /// HALO's page size if a request does not specify one.
    static let standardPageSize = 10
}
#endif
