import Foundation
import QuireCore
import QuireRemote
import QuireSync

/// A topic of PocketBase's realtime API, and the modules whose changes it announces.
struct RealtimeTopic: Sendable, Hashable {
    let name: String
    /// The modules by the names of their collections.
    private let modules: [String: String]
    private let isJournal: Bool

    /// All records of a collection, with the id alone: `books/*?options={"query":{"fields":"id"}}`, percent-encoded.
    ///
    /// The server announces nothing to a user who may no longer see a record. A filter would do the same to everybody.
    static func records(of collection: String, module: String) -> RealtimeTopic {
        RealtimeTopic(collection, fields: "id", [collection: module], isJournal: false)
    }

    /// The entries of the journal that ``PocketBaseHooks`` keep, which name all records that have changed.
    static func journal(of modules: [String: String]) -> RealtimeTopic {
        RealtimeTopic(PocketBaseHooks.journal, fields: "collection,record", modules, isJournal: true)
    }

    private init(_ collection: String, fields: String, _ modules: [String: String], isJournal: Bool) {
        let options = #"{"query":{"fields":"\#(fields)"}}"#.percentEncoded
        name = "\(collection)/*?options=\(options)"
        self.modules = modules
        self.isJournal = isJournal
    }

    /// A change of each module, of which any item may have changed.
    var everything: [RealtimeChange] {
        modules.values.sorted().map { RealtimeChange(module: $0) }
    }

    /// The changes that an event announces. Without an id, any item may have changed.
    func changes(in event: ServerSentEvent) -> [RealtimeChange] {
        guard !event.isTruncated else { return everything }
        guard isJournal else {
            let id = RealtimeMessage.recordID(in: event.data)
            return modules.values.map { RealtimeChange(module: $0, id: id) }
        }
        guard let entry = RealtimeMessage.journalEntry(in: event.data) else { return everything }
        return modules[entry.collection].map { [RealtimeChange(module: $0, id: entry.record)] } ?? []
    }
}

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
