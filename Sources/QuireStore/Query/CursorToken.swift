#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireShared
import QuireText

/// A keyset as an opaque text for callers: the Base64 form of a JSON array that also contains the sort order.
enum CursorToken {
    /// `[order, offset, item, key, …]`, where a key is null, or its type and value. Numbers are represented by their
    /// bits, so that no precision is lost.
    ///
    /// - Parameter start: `start(of:)` of the request.
    static func cursor(_ keyset: Keyset, offset: Int, startingWith start: [UInt8]) -> Cursor {
        var json = JSONWriter(capacity: start.count + 96)
        json.beginArray()
        json.raw(start)
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
        return Cursor(token: Base64.text(json.bytes))
    }

    static func cursor(_ keyset: Keyset, offset: Int, _ request: SearchRequest) -> Cursor {
        cursor(keyset, offset: offset, startingWith: start(of: request))
    }

    /// The order of a request as JSON: the start of all its cursors.
    static func start(of request: SearchRequest) -> [UInt8] {
        var json = JSONWriter()
        json.string(orderDescription(request))
        return json.bytes
    }

    /// The position in a cursor, and the number of rows before the page.
    static func place(_ cursor: Cursor, _ request: SearchRequest) throws -> (Keyset, offset: Int) {
        guard let data = Data(base64Encoded: cursor.token),
            let place = try? JSONCursor.withBytes(
                of: data,
                { (json) throws(ValueDecodingError) in try Self.place(&json, keyCount(request)) }),
            place.order.isByteEqual(to: orderDescription(request))
        else {
            throw invalid(request, cursor)
        }
        return (place.keyset, place.offset)
    }

    private static func place(
        _ json: inout JSONCursor, _ keys: Int
    ) throws(ValueDecodingError) -> (order: String, keyset: Keyset, offset: Int) {
        try json.expect(UInt8(ascii: "["), "a cursor")
        let order = try json.string()
        try json.expect(UInt8(ascii: ","), "a comma")
        let offset = try json.integer()
        try json.expect(UInt8(ascii: ","), "a comma")
        let item = try json.integer()
        guard (0..<1 << 62).contains(offset) else {
            throw json.malformed("the number of rows before the page")
        }
        var values: [SQLValue] = []
        for _ in 0..<keys {
            try json.expect(UInt8(ascii: ","), "a comma")
            values.append(try value(&json))
        }
        try json.expect(UInt8(ascii: "]"), "the end of the cursor")
        try json.expectEnd()
        return (order, Keyset(values: values, item: item), Int(offset))
    }

    private static func value(_ json: inout JSONCursor) throws(ValueDecodingError) -> SQLValue {
        try json.expect(UInt8(ascii: "["), "a sort key")
        if json.consume(UInt8(ascii: "]")) { return .null }
        let type = try json.string()
        try json.expect(UInt8(ascii: ","), "a comma")
        let value: SQLValue
        switch type {
        case "integer": value = .integer(try json.integer())
        case "real": value = .real(Double(bitPattern: UInt64(bitPattern: try json.integer())))
        case "text": value = .text(try json.string())
        default: throw json.malformed("the type of a sort key")
        }
        try json.expect(UInt8(ascii: "]"), "the end of a sort key")
        return value
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

/// Base64 as in RFC 4648, with padding. Foundation's needs a copy of the bytes as `Data`, and much longer for short ones.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            digits.withUnsafeBufferPointer { digits in
                var count = 0
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let second = start + 1 < bytes.count ? bytes[start + 1] : 0
                    let third = start + 2 < bytes.count ? bytes[start + 2] : 0
                    let group = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
                    text[count] = digits[group >> 18]
                    text[count + 1] = digits[group >> 12 & 63]
                    text[count + 2] =
                        start + 1 < bytes.count ? digits[group >> 6 & 63] : UInt8(ascii: "=")
                    text[count + 3] = start + 2 < bytes.count ? digits[group & 63] : UInt8(ascii: "=")
                    count += 4
                }
                return count
            }
        }
    }
}
#endif
