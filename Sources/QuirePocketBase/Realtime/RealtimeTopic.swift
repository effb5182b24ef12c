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
