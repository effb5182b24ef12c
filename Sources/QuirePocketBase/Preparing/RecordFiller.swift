import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Compares derived columns of records with the values that a write would store, and corrects those that differ.
struct RecordFiller {
    /// What one reading of records came to.
    struct Reading {
        /// The server's time when it began.
        var date: Date
        /// The number of records that had to be corrected.
        var corrected = 0
    }

    /// The names of the columns.
    let columns: [String]
    private let engine: PocketBaseEngine
    private let layout: CollectionLayout
    private let fields: [RecordField]
    private let files: FileAddress

    /// The columns to read.
    private var read: [String] {
        let stored = layout.columns(for: fields.map(\.indexed))
        return stored + columns.filter { !stored.contains($0) }
    }

    init(_ engine: PocketBaseEngine, _ layout: CollectionLayout, columns: [String]) {
        self.engine = engine
        self.layout = layout
        self.columns = columns
        fields = layout.fields.filter { field in
            field.shadows.contains { columns.contains(field.name(of: $0)) }
        }
        files = engine.connection.files
    }

    /// Reads the records that were updated at a date or later, or all, and corrects them.
    func read(
        since start: Date?, _ onProgress: @Sendable (PreparationProgress) -> Void
    ) async throws -> Reading {
        var reading: Reading?
        var last: String?
        var seen = 0
        var total: Int?
        var remaining = RemainingRecords()
        while true {
            let page = try await page(after: last, since: start, counts: remaining.counts)
            reading = reading ?? Reading(date: page.date)
            total = total ?? page.total
            for record in page.records {
                let id = record.member("id")?.string ?? ""
                guard !id.isEmpty, last.map({ $0.utf8.lexicographicallyPrecedes(id.utf8) }) ?? true else {
                    throw unreadable("the records are not in the order of their ids")
                }
                last = id
            }
            let corrections = try page.records.compactMap(correction)
            try await BulkWrites(engine: engine).send(corrections)
            reading?.corrected += corrections.count
            seen += page.records.count
            onProgress(
                PreparationProgress(
                    module: layout.module.module.name, stored: seen, total: total.map { max($0, seen) }))
            let isEnd = try remaining.isEnd(
                after: page.records.count, of: Self.pageSize, total: page.total, action)
            if isEnd, let reading { return reading }
        }
    }

    private static let pageSize = 500

    // MARK: - Reading

    private func page(
        after last: String?, since start: Date?, counts: Bool
    ) async throws -> (records: [JSONValue], total: Int?, date: Date) {
        let tests = [
            start.map { "updated>=\(Literal.text(RecordDate.text($0.milliseconds)).text)" },
            last.map { "id>\(Literal.text($0).text)" },
        ].compactMap { $0 }
        let listing = RecordListing(
            collection: layout.name, size: Self.pageSize, sort: "id", columns: read.joined(separator: ","),
            filter: tests.isEmpty ? nil : tests.joined(separator: "&&"), counts: counts, action: action)
        return try await listing.dated(by: engine.connection, missing: "there is no list of records")
    }

    private var action: String { "fill the columns of \(layout.name)" }

    private func unreadable(_ problem: String) -> PocketBaseError {
        PocketBaseError(unreadable: problem, action)
    }

    // MARK: - Correcting

    /// The update that a record needs; `nil` if its columns are right.
    private func correction(_ record: JSONValue) throws -> PlannedWrite? {
        guard let held = RecordVersion(record, layout, files: files), let id = record["id"]?.string else {
            throw unreadable("a record has another form")
        }
        let values = held.instance.member("values")
        let writer = RecordWriter(layout: layout, files: files)
        // What does not fit a field counts as no value here, as it does in filters.
        var body = RecordBody()
        for field in fields {
            writer.write(values?.member(field.descriptor.name) ?? .null, of: field, id: id, to: &body)
        }
        let different = body.members.filter { member in
            columns.contains(member.name) && !Self.isSame(record.member(member.name), member.value)
        }
        guard !different.isEmpty else { return nil }
        var write = PlannedWrite(position: 0, method: .patch, layout: layout, id: id)
        write.body = .object(different)
        write.returned = ["id"]
        return write
    }

    private static func isSame(_ stored: JSONValue?, _ computed: JSONValue) -> Bool {
        switch (stored, computed) {
        case (.string(let stored)?, .string(let computed)): stored.isByteEqual(to: computed)
        default: stored == computed
        }
    }
}
