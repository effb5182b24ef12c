import Foundation
import QuireCore
import QuireEngine
import QuireText

/// The contents of a cursor: the order that it belongs to, and the engine's position.
package enum ClusterCursor {
    /// - Parameter place: The start of the next page, in the engine's own format.
    package static func cursor(of request: SearchRequest, engine: String, place: JSONValue) -> Cursor {
        let token = JSONValue.object([
            .init("order", .string("\(engine) \(request.sortDescription)")), .init("place", place),
        ])
        return Cursor(token: token.data.base64EncodedString())
    }

    /// Returns the position in a cursor.
    ///
    /// - Throws: `QueryError` if the cursor is corrupt or belongs to another order, filter, module or engine.
    package static func place(
        of cursor: Cursor, in request: SearchRequest, engine: String
    ) throws(QueryError) -> JSONValue {
        guard let data = Data(base64Encoded: cursor.token), let token = try? JSONValue(parsing: data),
            case .string(let order)? = token.member("order"), let place = token.member("place"),
            order.isByteEqual(to: "\(engine) \(request.sortDescription)")
        else { throw damaged(cursor, in: request) }
        return place
    }

    /// Returns a number of items in a cursor. `nil` if it is none that an engine writes.
    ///
    /// A server's clients send cursors back, and may have changed them. These numbers can be added without an overflow, and
    /// are valid page numbers on every server.
    package static func count(_ value: JSONValue?) -> Int? {
        value?.int.flatMap { (0...1 << 31).contains($0) ? $0 : nil }
    }

    /// The error for a cursor that this engine did not create.
    package static func damaged(_ cursor: Cursor, in request: SearchRequest) -> QueryError {
        QueryError(
            .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
            expected: "a cursor that the same query gave")
    }
}
