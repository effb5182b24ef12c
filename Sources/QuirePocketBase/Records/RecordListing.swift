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
        return PocketBaseCall(.get, PocketBaseCall.records(of: collection), query: query, action: action)
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

extension JSONValue {
    /// The number of records in a list. The server writes −1 if it did not count.
    var totalItems: Int? { self["totalItems"]?.int.flatMap { $0 < 0 ? nil : $0 } }
}

/// Tells after each page of a list whether records are left.
///
/// A page with fewer records than asked for does not end a list: the server's hooks may remove records from a page after it
/// was read. So a list ends with a page after which the server counts no more records. The records are counted with the first
/// page, and again after a page that is too short.
struct RemainingRecords: Sendable {
    /// The records that are left by the server's count. `nil` before the first count.
    private(set) var left: Int?
    /// The empty pages in a row with which the server counted records.
    private var contradictions = 0
    /// Whether the next request must count the records.
    private(set) var counts: Bool

    /// - Parameter left: The records by an earlier count. `nil` counts them with the first page.
    init(_ left: Int? = nil) {
        self.left = left
        counts = left == nil
    }

    /// Whether the list ends with a page. If not, ask for the records after its last one. After an empty page, repeat the
    /// request.
    ///
    /// - Parameters:
    ///   - received: The number of the page's records.
    ///   - size: The number that was asked for.
    ///   - total: The number of these and all later records, if the request counted them.
    ///   - action: What the request does, for the error.
    /// - Throws: `PocketBaseError` if the server counts records and does not send them.
    mutating func isEnd(
        after received: Int, of size: Int, total: Int?, _ action: String
    ) throws(PocketBaseError) -> Bool {
        if counts, total == nil {
            throw PocketBaseError(unreadable: "the total is missing", action)
        }
        left = (total ?? left).map { $0 - received }
        guard received == 0 else {
            contradictions = 0
            counts = received < size && left != 0
            return received < size && left == 0
        }
        if left == 0 { return true }
        if let total {
            // A record that was created between the page and the count is on the repeated page.
            contradictions += 1
            if contradictions == 3 { throw PocketBaseError(countedOnly: total, action) }
        }
        counts = true
        return false
    }
}
