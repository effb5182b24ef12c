#if SQLite
import Foundation
import QuireEngine
import QuireHTTP
import QuireIndexing

extension IndexMonitor {
    /// Creates a monitor whose journal is in the store's file: a change of the store's content is journaled in the same
    /// transaction.
    ///
    /// ```swift
    /// let monitor = IndexMonitor(journal: store, name: "cluster")
    /// ```
    /// - Parameters:
    ///   - store: The store whose file has the journal.
    ///   - name: The name of the index. A new name starts with an empty index state.
    ///   - settings: The batch size, the delays before retries, and how often to poll.
    ///   - clock: Measures the pauses. Tests pass their own.
    public init(
        journal store: Store, name: String, settings: IndexSettings = IndexSettings(),
        clock: TransportClock = .system
    ) {
        self.init(journal: store.journal, name: name, settings: settings, clock: clock)
    }
}

extension Store {
    /// The journal of other indexes, in the file.
    package var journal: StoreJournal { StoreJournal(of: self) }
}

/// The journal of other indexes, in a store's file.
package final class StoreJournal: IndexJournal {
    private let store: Store

    init(of store: Store) { self.store = store }

    /// Every journal of a store is the same.
    package var identity: ObjectIdentifier { ObjectIdentifier(store) }

    package func openIndex(_ index: String, types: [String]) async throws {
        try await journal("open the journal of \"\(index)\"") { tables in
            let feedTypes = Set(types)
            for type in try tables.types(of: index) where !feedTypes.contains(type) {
                try tables.removeFeed(of: type, in: index)
            }
            for type in types {
                let feed = try tables.makeFeed(of: type, in: index)
                try IndexChanges(connection: tables.connection, feed: feed).makeDue()
            }
        }
    }

    package func indexStates(of index: String) async throws -> [IndexState] {
        try await store.readers.withConnection { try IndexTables(connection: $0).states(of: index) }
    }

    package func saveIndexState(
        _ state: IndexState, of index: String, failed: [FailedChange]
    ) async throws {
        try await journal("save the state of the index \"\(index)\"") { tables in
            let feed = try tables.makeFeed(of: state.type, in: index)
            try tables.save(state, of: feed)
            try IndexChanges(connection: tables.connection, feed: feed).note(failed)
        }
    }

    package func report(_ changes: [ObjectChange], of type: String, to index: String) async throws {
        try await journal("journal changes of \"\(type)\"") { tables in
            let feed = try tables.makeFeed(of: type, in: index)
            try IndexChanges(connection: tables.connection, feed: feed).add(changes)
        }
    }

    package func dueChanges(
        of type: String, in index: String, limit: Int, at now: Date
    ) async throws -> [PendingChange] {
        try await read(type, index: index) { try $0.due(limit, at: now) } ?? []
    }

    package func settleChanges(
        of type: String, in index: String, done: [PendingChange], failed: [FailedChange]
    ) async throws {
        try await journal("acknowledge changes of \"\(type)\"") { tables in
            guard let feed = try tables.feed(of: type, in: index) else { return }
            let changes = IndexChanges(connection: tables.connection, feed: feed)
            try changes.remove(done)
            try changes.note(failed)
        }
    }

    package func backlog(of type: String, in index: String) async throws -> IndexBacklog {
        try await read(type, index: index) { try $0.backlog() } ?? IndexBacklog()
    }

    package func removeIndex(_ index: String) async throws {
        try await journal("remove the journal of \"\(index)\"") { tables in
            for type in try tables.types(of: index) { try tables.removeFeed(of: type, in: index) }
        }
    }

    /// Reads the changes of a type. The file does not change during the body.
    private func read<Result: Sendable>(
        _ type: String, index: String, body: @Sendable (IndexChanges) throws -> Result
    ) async throws -> Result? {
        try await store.readers.withConnection { connection in
            try connection.transaction(.deferred) {
                guard let feed = try IndexTables(connection: connection).feed(of: type, in: index) else {
                    return nil
                }
                return try body(IndexChanges(connection: connection, feed: feed))
            }
        }
    }

    private func journal(_ action: String, _ body: @Sendable (IndexTables) throws -> Void) async throws {
        try await store.transaction(action) { try body(IndexTables(connection: $0.connection)) }
    }
}

extension StoreError: IndexReason {
    package var indexReason: String { description }
}
#endif
