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
        var query = [
            ("perPage", filter == nil ? "1" : "1000"), ("skipTotal", "1"), ("fields", "id"), ("sort", "id"),
        ]
        if let filter { query.append(("filter", filter)) }
        let response = try await engine.connection.send(
            PocketBaseCall(.get, PocketBaseCall.records(of: RevisionLog.name), query: query, Self.action))
        guard let records = (try? JSONValue(parsing: response.body))?["items"]?.elements else {
            throw unreadable("there is no list of claims")
        }
        guard let seconds = response.headers["Date"].flatMap(HTTPDate.secondsSince1970) else {
            throw unreadable("it has no date")
        }
        return (
            records.compactMap { $0["id"]?.string }, Date(timeIntervalSince1970: Double(seconds))
        )
    }

    private static let action = "read old revisions"

    private func unreadable(_ problem: String) -> PocketBaseError {
        PocketBaseError(unreadable: problem, Self.action)
    }
}
