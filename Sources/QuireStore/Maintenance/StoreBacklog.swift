#if SQLite
import QuireIndexing

/// What a store's file says about work that waits: writes for a server, and changes for indexes. For tools.
package struct StoreBacklog: Sendable {
    /// A write that waits in the outbox.
    package struct PendingWrite: Sendable {
        package var module: String
        package var id: String?
        package var kind: String
        package var state: String
        package var attempts: Int
        package var message: String?
        /// Milliseconds since 1970.
        package var queuedAt: Int64
    }

    /// The first writes; `nil` if the store never had an outbox.
    package var writes: [PendingWrite]?
    package var writeCount = 0
    /// The indexes with the number of their pending changes, in the order of their names.
    package var indexes: [(name: String, pending: Int)] = []
}

extension Store {
    /// Reads what waits, without writing to the file.
    ///
    /// - Throws: `StoreError`.
    package func backlog() async throws -> StoreBacklog {
        let (outbox, feeds) = try await readers.withConnection { connection in
            (try Self.outbox(connection), try Self.feeds(connection))
        }
        var backlog = outbox
        for feed in feeds {
            let count = try await journal.backlog(of: feed.type, in: feed.index).count
            if let last = backlog.indexes.last, last.name == feed.index {
                backlog.indexes[backlog.indexes.count - 1].pending += count
            } else {
                backlog.indexes.append((feed.index, count))
            }
        }
        return backlog
    }

    private static func outbox(_ connection: Connection) throws -> StoreBacklog {
        var backlog = StoreBacklog()
        if try OutboxTables(connection: connection).areEmpty() { return backlog }
        backlog.writeCount = try connection.count(of: "quire_outbox_entry")
        backlog.writes = try connection.withStatement(
            "SELECT module, id, kind, state, attempts, error, queuedAt FROM quire_outbox_entry ORDER BY number LIMIT 100"
        ) { row in
            var writes: [StoreBacklog.PendingWrite] = []
            while try row.step() {
                writes.append(
                    StoreBacklog.PendingWrite(
                        module: row.text(0), id: row.isNull(1) ? nil : row.text(1), kind: row.text(2),
                        state: row.text(3), attempts: Int(row.integer(4)),
                        message: row.isNull(5) ? nil : row.text(5), queuedAt: row.integer(6)))
            }
            return writes
        }
        return backlog
    }

    private static func feeds(_ connection: Connection) throws -> [(index: String, type: String)] {
        try connection.withStatement("SELECT name, type FROM quire_index ORDER BY name, type") { row in
            var feeds: [(index: String, type: String)] = []
            while try row.step() { feeds.append((row.text(0), row.text(1))) }
            return feeds
        }
    }
}
#endif
