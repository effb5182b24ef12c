import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireSync

/// A record as a sync sees it.
struct SyncedRecord: Sendable {
    var id: String
    /// The server's date in milliseconds. 0 without one.
    var updated: Int64
    /// The instance. `nil` if only the date was asked for.
    var instance: StoredSlice?
}

/// Reads records of a collection in pages.
struct CollectionReader: Sendable {
    let connection: PocketBaseConnection
    let layout: CollectionLayout
    let access: ListAccess
    let shape: LocalizedShape?

    /// The largest page that the server returns.
    static let pageSize = 1_000

    /// The columns to read.
    enum Columns {
        case all
        /// The id and the date, to compare.
        case versions
    }

    /// Some records, in the order that was asked for.
    struct Page: Sendable {
        var records: [SyncedRecord] = []
        /// Whether there are no more.
        var isLast = false
        /// The number of these and all later records, if it was asked for.
        var total: Int?
        /// The server's time.
        var date: Date?
    }

    /// Reads all records, by their ids.
    ///
    /// - Parameters:
    ///   - start: The id after which to read.
    ///   - body: Called with each page, and with the number of all records as it was at the first one.
    func all(
        _ columns: Columns, after start: String? = nil, _ body: (Page, Int?) async throws -> Void
    ) async throws {
        var last = start
        var total: Int?
        var remaining = RemainingRecords()
        while true {
            let page = try await page(
                columns, filter: last.map { "id>\(Literal.text($0).text)" }, sort: "id", &remaining)
            for record in page.records {
                if let last, !last.utf8.lexicographicallyPrecedes(record.id.utf8) { throw disorder() }
                last = record.id
            }
            total = total ?? page.total
            try await body(page, total)
            if page.isLast { return }
            try Task.checkCancellation()
        }
    }

    /// Reads the records that were updated at a date or later, by their dates and ids.
    func since(_ start: Int64, _ body: (Page) throws -> Void) async throws {
        var last: SyncedRecord?
        var remaining = RemainingRecords()
        while true {
            let filter =
                last.map { last in
                    let date = Literal.text(RecordDate.text(last.updated)).text
                    return "updated>\(date)||(updated=\(date)&&id>\(Literal.text(last.id).text))"
                } ?? "updated>=\(Literal.text(RecordDate.text(start)).text)"
            let page = try await page(.all, filter: filter, sort: "updated,id", &remaining)
            for record in page.records {
                guard record.updated >= last?.updated ?? start,
                    last.map({
                        $0.updated < record.updated || $0.id.utf8.lexicographicallyPrecedes(record.id.utf8)
                    })
                        ?? true
                else { throw disorder() }
                last = record
            }
            try body(page)
            if page.isLast { return }
            try Task.checkCancellation()
        }
    }

    /// Reads records by their ids. Those that do not exist, or that the user may not see, are missing.
    ///
    /// - Throws: `PocketBaseError` if the server counts one that it does not send, because it is not gone.
    func records(_ ids: some Sequence<String>) async throws -> [SyncedRecord] {
        var syncedRecords: [SyncedRecord] = []
        for filter in IDFilter.filters(of: ids) {
            syncedRecords += try await records(filter)
            try Task.checkCancellation()
        }
        return syncedRecords
    }

    private func records(_ filter: IDFilter) async throws -> [SyncedRecord] {
        var missing = 0
        // A record that was created between the page and the count is on the repeated page.
        for _ in 0..<3 {
            let page = try await page(.all, filter: filter.text, sort: "id", counts: true)
            guard page.records.allSatisfy({ filter.ids.contains($0.id) }) else { throw disorder() }
            missing = (page.total ?? 0) - page.records.count
            if missing <= 0 { return page.records }
        }
        throw PocketBaseError(countedOnly: missing, action)
    }

    /// The number of records that the user may see.
    func count() async throws -> Int? {
        let call = call(of: 1, columns: "id", counts: true)
        let response = try await connection.send(call)
        return try read(response, .versions, of: call).totalItems
    }

    // MARK: - Requests

    /// A page of a list, of which `remaining` tells whether it is the last one.
    private func page(
        _ columns: Columns, filter: String?, sort: String, _ remaining: inout RemainingRecords
    ) async throws -> Page {
        var page = try await page(columns, filter: filter, sort: sort, counts: remaining.counts)
        page.isLast = try remaining.isEnd(
            after: page.records.count, of: Self.pageSize, total: page.total, action)
        return page
    }

    private func page(
        _ columns: Columns, filter: String?, sort: String, counts: Bool
    ) async throws -> Page {
        let call = call(
            of: Self.pageSize, sort: sort, columns: columns == .all ? layout.allColumns : "id,updated",
            filter: filter, counts: counts)
        let response = try await connection.send(call)
        let page = try read(response, columns, of: call)
        guard let records = page.records, records.count <= Self.pageSize else {
            throw PocketBaseError(
                .unreadable, call.action, status: response.status,
                message: "the response has no list of at most 1,000 items")
        }
        var result = Page()
        result.total = counts ? page.totalItems.flatMap { $0 < 0 ? nil : $0 } : nil
        result.date = response.date
        result.records = try records.map { record in
            // Texts that Unicode holds for equal are different ids, unless they are ASCII.
            guard let record, record.id.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw PocketBaseError(
                    .unreadable, call.action, status: response.status,
                    message: "an item has no id of printable ASCII characters"
                )
            }
            let updated = RecordDate.milliseconds(of: Array(record.updated.utf8))
            guard updated != nil || record.updated.isEmpty else {
                throw PocketBaseError(
                    .unreadable, call.action, status: response.status,
                    message: "\"updated\" of an item is not a date")
            }
            return SyncedRecord(
                id: record.id, updated: updated ?? 0,
                instance: columns == .all ? record.instance : nil)
        }
        return result
    }

    private func read(
        _ response: HTTPResponse, _ columns: Columns, of call: PocketBaseCall
    ) throws -> RecordPage {
        let form = RecordForm(
            layout, files: connection.files, fields: columns == .all ? nil : [], shape: shape)
        do throws(ValueDecodingError) {
            return try RecordPage(response.body, form: form)
        } catch {
            throw PocketBaseError(
                .unreadable, call.action, status: response.status, message: error.responseProblem)
        }
    }

    private func call(
        of size: Int, sort: String? = nil, columns: String, filter: String? = nil, counts: Bool
    ) -> PocketBaseCall {
        var call = RecordListing(
            collection: layout.name, size: size, sort: sort, columns: columns, filter: filter,
            counts: counts, action: action
        ).call
        call.headers["Authorization"] = access.header
        return call
    }

    private var action: String { "sync \(layout.name)" }

    private func disorder() -> PocketBaseError {
        PocketBaseError(unreadable: "the response has other items, or another order, than asked for", action)
    }
}

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
