import Foundation
import QuireCore
import QuireRemote

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

    private static func text(_ path: [String], in data: Data) -> String? {
        let message = try? JSONValue(parsing: data)
        guard let text = path.reduce(message, { $0?[$1] })?.string, !text.isEmpty,
            text.utf8.count <= longestID, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return text
    }
}
