#if SQLite
import Foundation
import QuireCore
import QuireStore
import QuireToolbox

/// A sync, read from a request's body.
struct SyncCall {
    var module: ServedModule
    var from: Int64?
    var to: Int64?
    var locale: String?

    init(_ body: BodyObject, _ catalog: ModuleCatalog) throws(APIError) {
        if let id = try body.text("moduleId") {
            module = try catalog.named(id: id, at: "moduleId")
        } else if let name = try body.text("moduleName") {
            module = try catalog.named(name, at: "moduleName")
        } else {
            throw APIError(400, "moduleName: expected the name of a module, or its id under moduleId")
        }
        from = try body.integer("fromSync")
        to = try body.integer("toSync")
        locale = try body.text("locale")
    }

    /// The instances that changed in the period: updated in it, or created in it and never updated.
    var changes: Filter? {
        var bounds: [Filter] = []
        for (operation, bound) in [(FilterOperation.greater, from), (.lessOrEqual, to)] {
            guard let bound else { continue }
            func leaf(_ property: String) -> Filter {
                .leaf(.init(operation, property, value: .date(milliseconds: bound), type: .date))
            }
            let isNeverUpdated = Filter.leaf(.init(.equal, "updatedAt", value: .null, type: .null))
            bounds.append(.or([leaf("updatedAt"), .and([isNeverUpdated, leaf("createdAt")])]))
        }
        guard !bounds.isEmpty else { return nil }
        let hasNoDate = Filter.and(
            ["createdAt", "updatedAt"].map { .leaf(.init(.equal, $0, value: .null, type: .null)) })
        // Instances that were loaded without a date belong to the first sync.
        return from == nil ? .or([.and(bounds), hasNoDate]) : .and(bounds)
    }
}

/// The call that syncs a module.
struct SyncCalls: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let formats: InstanceFormats
    let clock: ServerClock

    /// Returns what has changed in a module (HALO: `POST generalcontent/instance/sync`).
    ///
    /// The response's moment is taken in the same transaction as its instances: no change falls between two syncs.
    func sync(_ request: ServedRequest) async throws -> ServedResponse {
        let call = try SyncCall(BodyObject(request), catalog)
        var search = SearchRequest(module: call.module.descriptor)
        search.metaFilter = call.changes
        search.page = .all
        search.countsTotal = false
        let pageSearch = search
        let (data, moment) = try await store.transaction("sync") { transaction in
            (try transaction.searchData(pageSearch), try clock.next(transaction))
        }
        // A client's clock may be behind: later changes come with the next sync.
        let mark = min(moment, call.to ?? moment)
        return ServedResponse(body: try bytes(data, call: call, mark: mark))
    }

    private func bytes(_ data: Data, call: SyncCall, mark: Int64) throws -> [UInt8] {
        var created: [[UInt8]] = []
        var updated: [[UInt8]] = []
        var deleted: [String] = []
        _ = try formats.format(locale: call.locale).copy(data) { (copy, cursor) throws(ValueDecodingError) in
            try copy.items(&cursor) { (copy, cursor) throws(ValueDecodingError) in
                _ = cursor.peek()
                let start = cursor.offset
                let scan = try InstanceScan(&cursor)
                let end = cursor.offset
                if scan.integer(.deletedAt, in: copy.bytes) != nil {
                    // A client without items has nothing to delete.
                    if call.from != nil, let id = scan.text(.id, in: copy.bytes) { deleted.append(id) }
                    return
                }
                copy.out = JSONWriter()
                cursor.offset = start
                try copy.instance(&cursor, of: call.module.name)
                cursor.offset = end
                let isNew = scan.integer(.createdAt, in: copy.bytes).map { $0 > call.from ?? .min } ?? true
                if isNew { created.append(copy.out.bytes) } else { updated.append(copy.out.bytes) }
            }
        }
        var json = JSONWriter(capacity: data.count + 256)
        json.beginObject()
        json.key("syncTimestamp")
        json.integer(mark)
        for (key, instances) in [("created", created), ("updated", updated)] {
            json.key(key)
            json.beginArray()
            for instance in instances { json.raw(instance) }
            json.endArray()
        }
        json.key("deleted")
        json.beginArray()
        for id in deleted {
            json.beginObject()
            json.key("id")
            json.string(id)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }
}

/// Gives every write and every sync a unique time in milliseconds.
///
/// The time is taken inside the store's transactions, which run one after the other. So a sync has seen every write
/// with an earlier time, and every other write gets a later one. The last time is stored with the content, so that no
/// change is lost if the system's clock is set back.
final class ServerClock: Sendable {
    private static let note = "serve/clock"
    private let last = Locked<Int64>(0)

    /// The next time: now, or the millisecond after the last one.
    func next(_ transaction: StoreTransaction) throws -> Int64 {
        let now = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
        let moment = last.withLock { last in
            last = max(now, last + 1)
            return last
        }
        try transaction.setNote(String(moment), for: Self.note)
        return moment
    }

    /// Continues after the last time of the store's previous server.
    func resume(_ store: Store) async throws {
        let stored = try await store.note(Self.note).flatMap { Int64($0) } ?? 0
        last.withLock { $0 = max($0, stored) }
    }
}
#endif
