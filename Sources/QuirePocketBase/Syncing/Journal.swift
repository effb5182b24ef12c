import Foundation
import QuireCore
import QuireRemote

/// An entry of the journal that ``PocketBaseHooks`` keep.
struct JournalEntry: Sendable, Hashable {
    /// Identifies an entry. A server that was restored gives a number again, but not with the same id.
    struct Position: Sendable, Hashable {
        var number: Int64
        var id: String

        /// Before the first entry.
        static let start = Position(number: 0, id: "")
    }

    var position: Position
    var collection: String
    var record: String
}

/// Reads the journal of a server. Its numbers have no gaps, and each change is visible once its number is, so a position
/// misses nothing.
struct Journal: Sendable {
    let connection: PocketBaseConnection
    let access: ListAccess

    /// The ids that have changed in a collection since a position, and the new position.
    ///
    /// - Returns: `nil` if the journal does not have the position: it was emptied or restored, or the position is too old.
    func changes(
        in collection: String, since start: JournalEntry.Position
    ) async throws -> (ids: Set<String>, position: JournalEntry.Position)? {
        var ids: Set<String> = []
        var position = start
        var isFirst = start != .start
        var remaining = RemainingRecords()
        var expected: Int?
        var received = 0
        while true {
            let name = Literal.text(collection).text
            let filter =
                "(collection=\(name)&&seq>\(position.number))" + (isFirst ? "||seq=\(position.number)" : "")
            let (entries, total) = try await entries(
                filter: filter, sort: "seq", size: CollectionReader.pageSize, counts: remaining.counts)
            if isFirst, entries.first?.position != start { return nil }
            expected = expected ?? total
            received += entries.count
            for entry in entries.dropFirst(isFirst ? 1 : 0) {
                guard entry.position.number > position.number, entry.collection == collection else {
                    throw Self.unreadable
                }
                position = entry.position
                ids.insert(entry.record)
            }
            isFirst = false
            if try remaining.isEnd(
                after: entries.count, of: CollectionReader.pageSize, total: total, Self.action)
            {
                // Entries are only added, so all that were counted must have come.
                guard received >= expected ?? 0 else {
                    throw PocketBaseError(countedOnly: (expected ?? 0) - received, Self.action)
                }
                return (ids, position)
            }
            try Task.checkCancellation()
        }
    }

    /// The position of the last entry.
    func last() async throws -> JournalEntry.Position {
        try await entries(filter: nil, sort: "-seq", size: 1, counts: false).entries.first?.position ?? .start
    }

    /// A page of entries, and the number of these and all later ones, if they are counted.
    private func entries(
        filter: String?, sort: String, size: Int, counts: Bool
    ) async throws -> (entries: [JournalEntry], total: Int?) {
        var call = RecordListing(
            collection: PocketBaseHooks.journal, size: size, sort: sort,
            columns: "id,seq,collection,record", filter: filter, counts: counts, action: Self.action
        ).call
        call.headers["Authorization"] = access.header
        let json = try await connection.json(call)
        guard let items = json.member("items")?.elements, items.count <= size else { throw Self.unreadable }
        let entries = try items.map { item in
            guard let id = item.member("id")?.string, let number = item.member("seq")?.wholeNumber,
                let collection = item.member("collection")?.string,
                let record = item.member("record")?.string,
                !record.isEmpty
            else { throw Self.unreadable }
            return JournalEntry(
                position: .init(number: number, id: id), collection: collection, record: record)
        }
        return (entries, counts ? json.totalItems : nil)
    }

    private static let action = "read Quire's journal"

    private static let unreadable = PocketBaseError(
        unreadable: "the response is not a list of its entries in their order", action)
}
