import Foundation
import QuireCore

/// The messages of PocketBase's realtime API.
enum RealtimeMessage {
    /// The longest accepted id of a client or a record. All are printable ASCII.
    static let longestID = 255

    /// The id of the client in `{"clientId":"…"}`, the first message. `nil` if it is not one.
    static func clientID(in data: Data) -> String? {
        text(["clientId"], in: data)
    }

    /// The record's id in `{"action":"create","record":{"id":"…",…}}`. `nil` if it has none.
    static func recordID(in data: Data) -> String? {
        text(["record", "id"], in: data)
    }

    /// The collection and the id of the record in `{"action":"create","record":{"collection":"books","record":"…"}}`. `nil` if
    /// it has none.
    static func journalEntry(in data: Data) -> (collection: String, record: String)? {
        guard let collection = text(["record", "collection"], in: data),
            let record = text(["record", "record"], in: data)
        else { return nil }
        return (collection, record)
    }

    /// Reads a text at a path, and skips everything else without building it.
    private static func text(_ path: [String], in data: Data) -> String? {
        let text = try? JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            let found = try read(path[...], &json)
            try json.expectEnd()
            return found
        }
        guard let text, !text.isEmpty, text.utf8.count <= longestID,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return text
    }

    private static func read(
        _ path: ArraySlice<String>, _ json: inout JSONCursor
    ) throws(ValueDecodingError) -> String? {
        guard let name = path.first else {
            guard json.peek() == UInt8(ascii: "\"") else {
                try json.skipValue()
                return nil
            }
            return try json.comparedString()
        }
        guard json.consume(UInt8(ascii: "{")) else {
            try json.skipValue()
            return nil
        }
        var found: String?
        try json.enter()
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                if try json.key() == name, found == nil {
                    found = try read(path.dropFirst(), &json)
                } else {
                    try json.skipValue()
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
        return found
    }
}
