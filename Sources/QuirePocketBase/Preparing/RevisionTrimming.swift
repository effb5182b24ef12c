import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Removes the claims of revisions that nobody needs any more, so that their collection does not grow without end.
struct RevisionTrimming {
    let engine: PocketBaseEngine

    func run() async throws {
        let layout = CollectionLayout(ModuleDescriptor(name: RevisionLog.name, fields: []), .existing)
        // By the server's clock, which has dated the claims.
        let before = try await page(filter: nil).date.addingTimeInterval(
            -Double(RevisionLog.age.milliseconds) / 1_000)
        let isOld = "created<\(Literal.text(RecordDate.text(before.milliseconds)).text)"
        var last: String?
        while true {
            let ids = try await page(
                filter: isOld + (last.map { "&&id>\(Literal.text($0).text)" } ?? "")
            ).ids
            for id in ids {
                guard last.map({ $0.utf8.lexicographicallyPrecedes(id.utf8) }) ?? true else {
                    throw unreadable("the claims are not in the order of their ids")
                }
                last = id
            }
            guard !ids.isEmpty else { return }
            try await BulkWrites(engine: engine).send(
                ids.map { PlannedWrite(position: 0, method: .delete, layout: layout, id: $0) })
        }
    }

    /// The ids of claims, and the server's time.
    private func page(filter: String?) async throws -> (ids: [String], date: Date) {
        let listing = RecordListing(
            collection: RevisionLog.name, size: filter == nil ? 1 : 1_000, sort: "id", columns: "id",
            filter: filter, action: Self.action)
        let page = try await listing.dated(
            by: engine.connection, missing: "there is no list of claims")
        return (page.records.compactMap { $0["id"]?.string }, page.date)
    }

    private static let action = "read old revisions"

    private func unreadable(_ problem: String) -> PocketBaseError {
        PocketBaseError(unreadable: problem, Self.action)
    }
}

/// Sends many writes of records that others may have deleted meanwhile.
struct BulkWrites {
    let engine: PocketBaseEngine

    /// - Throws: The error of a write that the server rejects, unless its record is missing; `TransportError`.
    func send(_ writes: [PlannedWrite]) async throws {
        let isBatched = try await engine.batchSupport.isOn(engine.connection)
        let sender = WriteSender(connection: engine.connection, retries: engine.settings.retries)
        let size = isBatched ? max(1, engine.settings.batchSize) : 1
        for start in stride(from: 0, to: writes.count, by: size) {
            let some = Array(writes[start..<min(start + size, writes.count)])
            for sent in try await sender.send(some, isBatched: isBatched) {
                switch sent.outcome {
                case .done: break
                case .refused(let error, _, _): if error.status != 404 { throw error }
                case .failed(let error, _): throw error
                }
            }
        }
    }
}
