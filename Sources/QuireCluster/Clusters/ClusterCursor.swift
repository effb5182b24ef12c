import Foundation
import QuireCore
import QuireEngine
import QuireText

/// The token of a cursor: the order that it belongs to, and what an engine goes on from.
package enum ClusterCursor {
    /// - Parameter place: Where the next page starts, in the engine's own terms.
    package static func cursor(of request: SearchRequest, engine: String, place: JSONValue) -> Cursor {
        let token = JSONValue.object([
            .init("order", .string("\(engine) \(request.sortDescription)")), .init("place", place),
        ])
        return Cursor(token: token.data.base64EncodedString())
    }

    /// The place that a cursor holds.
    ///
    /// - Throws: `QueryError` where the cursor is damaged or was given for another order, module or engine.
    package static func place(
        of cursor: Cursor, in request: SearchRequest, engine: String
    ) throws(QueryError) -> JSONValue {
        guard let data = Data(base64Encoded: cursor.token), let token = try? JSONValue(parsing: data),
            case .string(let order)? = token.member("order"), let place = token.member("place"),
            order.isByteEqual(to: "\(engine) \(request.sortDescription)")
        else { throw damaged(cursor, in: request) }
        return place
    }

    /// The error of a token that is not what the engine wrote.
    package static func damaged(_ cursor: Cursor, in request: SearchRequest) -> QueryError {
        QueryError(
            .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
            expected: "a cursor that the same query gave")
    }
}
