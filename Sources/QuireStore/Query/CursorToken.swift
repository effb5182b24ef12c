#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireText

/// A keyset as an opaque text for callers: the Base64 form of a JSON array that also contains the sort order.
enum CursorToken {
    /// `[order, offset, item, key, …]`, where a key is null, or its type and value. Numbers are represented by their
    /// bits, so that no precision is lost.
    static func cursor(_ keyset: Keyset, offset: Int, _ request: SearchRequest) -> Cursor {
        var json = JSONWriter()
        json.beginArray()
        json.string(orderDescription(request))
        json.integer(Int64(offset))
        json.integer(keyset.item)
        for value in keyset.values {
            json.beginArray()
            switch value {
            case .integer(let integer):
                json.string("integer")
                json.integer(integer)
            case .real(let real):
                json.string("real")
                json.integer(Int64(bitPattern: real.bitPattern))
            case .text(let text):
                json.string("text")
                json.string(text)
            case .null, .blob: break
            }
            json.endArray()
        }
        json.endArray()
        return Cursor(token: Data(json.bytes).base64EncodedString())
    }

    /// The position in a cursor, and the number of rows before the page.
    static func place(_ cursor: Cursor, _ request: SearchRequest) throws -> (Keyset, offset: Int) {
        guard let data = Data(base64Encoded: cursor.token),
            case .array(let parts)? = try? JSONCursor.withBytes(
                of: data,
                { (json) throws(ValueDecodingError) in
                    let value = try json.value()
                    try json.expectEnd()
                    return value
                }),
            parts.count == 3 + keyCount(request), case .string(let order) = parts[0],
            ExactName(order) == ExactName(orderDescription(request)),
            case .integer(let offset) = parts[1], offset >= 0, case .integer(let item) = parts[2],
            case let keys = parts[3...].compactMap(value), keys.count == keyCount(request)
        else {
            throw invalid(request, cursor)
        }
        return (Keyset(values: keys, item: item), Int(offset))
    }

    static func invalid(_ request: SearchRequest, _ cursor: Cursor? = nil) -> QueryError {
        let token =
            cursor?.token ?? { if case .cursor(let cursor?, _) = request.page { cursor.token } else { "" } }()
        return QueryError(
            .invalidCursor, module: request.module.name, node: "cursor \"\(token.prefix(40))\"",
            expected: "a cursor that the same query gave on the same store")
    }

    /// The sort keys; full text without any has the key of an item, and its id.
    private static func keyCount(_ request: SearchRequest) -> Int {
        request.text != nil && request.sort.isEmpty ? 2 : request.sort.count
    }

    /// The order of matches that are all equivalent.
    static let insertion = SQLValue.text("insertion")

    private static func value(_ json: JSONValue) -> SQLValue? {
        guard case .array(let parts) = json else { return nil }
        if parts.isEmpty { return .null }
        guard parts.count == 2, case .string(let type) = parts[0] else { return nil }
        switch (type, parts[1]) {
        case ("integer", .integer(let integer)): return .integer(integer)
        case ("real", .integer(let bits)): return .real(Double(bitPattern: UInt64(bitPattern: bits)))
        case ("text", .string(let text)): return .text(text)
        default: return nil
        }
    }

    private static func orderDescription(_ request: SearchRequest) -> String {
        var description = request.module.name
        for key in request.sort {
            let (name, isMetadata) = key.property.nameAndPlace
            description += isMetadata ? "\u{0}m" : "\u{0}v"
            description += key.order == .ascending ? "+" : "-"
            if let nulls = key.nulls { description += nulls == .first ? "f" : "l" }
            for step in key.steps { description += "\u{0}r \(step)" }
            description += " " + name
        }
        // The words determine the order, or at least the matches.
        if let text = request.text { description += "\u{0}t \(StableHash(text.description).digits)" }
        return description
    }
}
#endif
