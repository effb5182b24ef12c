#if SQLite
import Foundation
import Quire

/// A keyset as the opaque text that callers keep: Base64 of JSON, with the order that it belongs to.
struct CursorToken: Codable {
    private var order: String
    private var item: Int64
    /// How many rows come before the next page.
    private var offset: Int
    private var values: [Value]

    /// Numbers as their bits and texts as their bytes, so that nothing is lost on the way.
    private enum Value: Codable {
        case none
        case integer(Int64)
        case real(UInt64)
        case text(Data)
    }

    static func cursor(_ keyset: Keyset, offset: Int, _ request: SearchRequest) -> Cursor {
        let token = CursorToken(
            order: orderDescription(request), item: keyset.item, offset: offset,
            values: keyset.values.map { value in
                switch value {
                case .integer(let integer): .integer(integer)
                case .real(let real): .real(real.bitPattern)
                case .text(let text): .text(Data(text.utf8))
                case .null, .blob: .none
                }
            })
        return Cursor(token: (try? JSONEncoder().encode(token))?.base64EncodedString() ?? "")
    }

    static func place(_ cursor: Cursor, _ request: SearchRequest) throws -> (Keyset, offset: Int) {
        guard let data = Data(base64Encoded: cursor.token),
            let token = try? JSONDecoder().decode(CursorToken.self, from: data),
            token.order == orderDescription(request), token.values.count == request.sort.count
        else {
            throw QueryError(
                .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
                expected: "a cursor that the same query gave on the same store")
        }
        let keyset = Keyset(
            values: token.values.map { value in
                switch value {
                case .none: .null
                case .integer(let integer): .integer(integer)
                case .real(let bits): .real(Double(bitPattern: bits))
                case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
                }
            }, item: token.item)
        return (keyset, token.offset)
    }

    private static func orderDescription(_ request: SearchRequest) -> String {
        let keys = request.sort.map { key in
            let (name, isMetadata) = key.property.nameAndPlace
            let nulls = key.nulls.map { $0 == .first ? "f" : "l" } ?? ""
            return "\(isMetadata ? "m" : "v")\(key.order == .ascending ? "+" : "-")\(nulls) \(name)"
        }
        return "\(request.module.name)\u{0}\(keys.joined(separator: "\u{0}"))"
    }
}
#endif
