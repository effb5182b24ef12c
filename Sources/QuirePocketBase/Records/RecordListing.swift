import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// A request for some records of a collection, as JSON.
struct RecordListing: Sendable {
    let collection: String
    /// The number of the page, from 1. `nil` is the first one.
    var page: Int?
    /// The largest number of records.
    let size: Int
    var sort: String?
    /// The columns, separated by commas.
    let columns: String
    var filter: String?
    /// Whether the server counts these and all later records.
    var counts = false
    /// What the call does, for errors.
    let action: String

    var call: PocketBaseCall {
        var query: [(name: String, value: String)] = page.map { [("page", String($0))] } ?? []
        query.append(("perPage", String(size)))
        if let filter { query.append(("filter", filter)) }
        if let sort { query.append(("sort", sort)) }
        query.append(("fields", columns))
        if !counts { query.append(("skipTotal", "1")) }
        return PocketBaseCall(.get, PocketBaseCall.records(of: collection), query: query, action)
    }

    /// Sends the request with the connection's authorization.
    ///
    /// - Parameter missing: What is wrong with a response without the records.
    /// - Returns: The records, their number if it was counted, and the server's time.
    func dated(
        by connection: PocketBaseConnection, missing: String
    ) async throws -> (records: [JSONValue], total: Int?, date: Date) {
        let response = try await connection.send(call)
        guard let json = try? JSONValue(parsing: response.body), let records = json["items"]?.elements,
            records.count <= size
        else { throw PocketBaseError(unreadable: missing, action) }
        guard let date = response.date else { throw PocketBaseError(unreadable: "it has no date", action) }
        return (records, counts ? json.totalItems : nil, date)
    }
}

extension HTTPResponse {
    /// The server's time.
    var date: Date? {
        headers["Date"].flatMap(HTTPDate.secondsSince1970).map { Date(timeIntervalSince1970: Double($0)) }
    }
}

extension JSONValue {
    /// The number of records in a list. The server writes −1 if it did not count.
    var totalItems: Int? { self["totalItems"]?.int.flatMap { $0 < 0 ? nil : $0 } }
}
