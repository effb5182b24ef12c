import QuireCore
import QuireRemote
import QuireSync

/// What a sync has read of all records, kept in the store until the sync is complete.
///
/// Without dates, nothing would tell which records have changed since, so records without one are not kept.
struct ReadingDraft: Sendable {
    let stored: StoredItems
    /// Identifies what is read.
    let origin: String

    /// The records that an interrupted sync has read, by their ids.
    func records() async throws -> [SyncedRecord] {
        try await stored.draft(origin).map { item in
            SyncedRecord(id: item.id, updated: item.updated, instance: StoredSlice(item.instance))
        }
    }

    func append(_ records: [SyncedRecord]) async throws {
        let items = records.compactMap { record -> SyncDraftItem? in
            guard record.updated > 0, let instance = record.instance else { return nil }
            return SyncDraftItem(id: record.id, updated: record.updated, instance: instance.data)
        }
        guard items.count == records.count else { return try await stored.clearDraft() }
        try await stored.appendToDraft(items, origin)
    }
}
