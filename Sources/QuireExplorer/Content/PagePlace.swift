import QuireCore
import QuireEngine

/// A place in a result, as the page sends it back: `c:…` a cursor, `p:3` a page, `o:200` an offset.
enum PagePlace {
    /// The page of a request.
    ///
    /// - Parameters:
    ///   - text: The place of an earlier response.
    ///   - offset: The number of items to skip, instead of a place.
    static func page(
        _ text: String?, offset: Int?, size: Int, hasCursors: Bool
    ) throws(ExplorerError) -> PageRequest {
        if let offset { return .offset(offset, limit: size) }
        guard let text else { return hasCursors ? .cursor(nil, limit: size) : .page(1, size: size) }
        let rest = String(text.dropFirst(2))
        switch (text.prefix(2), Int(rest)) {
        case ("c:", _): return .cursor(Cursor(token: rest), limit: size)
        case ("p:", let number?) where number >= 1: return .page(number, size: size)
        case ("o:", let offset?) where offset >= 0: return .offset(offset, limit: size)
        default:
            throw ExplorerError(
                .body, "cursor: this is not a place that the explorer gave. Load the first page.")
        }
    }

    /// The place of the page after a response; `nil` at the end.
    static func next<Item>(
        after response: SearchResponse<Item>, to request: SearchRequest
    ) throws -> String? {
        switch try request.following(response)?.page {
        case .cursor(let cursor?, _): "c:\(cursor.token)"
        case .page(let number, _): "p:\(number)"
        case .offset(let offset, _): "o:\(offset)"
        case .cursor(nil, _), .standard, .all, nil: nil
        }
    }
}
