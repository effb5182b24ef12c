#if SQLite
import Foundation
import QuireCore
import QuireIndexing
import QuireText
import QuireToolbox

extension Store {
    /// The changes of modules, for indexes outside the store.
    ///
    /// ```swift
    /// await monitor.add(indexer, changesFrom: store.changes(of: Books.self, Authors.self))
    /// ```
    /// After the monitor's first start, every change of an item is journaled in its transaction, regardless of its
    /// origin: a load, a write, a sync, or another process. Journaling continues while the monitor is stopped, until
    /// `IndexMonitor.deleteAll()`.
    public func changes(of modules: any ContentModule.Type...) -> StoreChanges {
        StoreChanges(self, modules.map { $0.descriptor.name })
    }

    /// The changes of modules, by their wire names.
    public func changes(ofModules names: [String]) -> StoreChanges { StoreChanges(self, names) }
}

/// Reports the changes of a store's modules. Create it with `Store.changes(of:)`.
public final class StoreChanges: ChangeProvider {
    public let types: [String]
    private let store: Store
    private let listener = Locked<Int?>(nil)

    init(_ store: Store, _ types: [String]) {
        self.store = store
        self.types = types
    }

    deinit { stopListening() }

    /// The fields of the module in this store, and the settings of its text analysis.
    public func signature(of type: String) -> String {
        guard let layout = store.layouts[type] else { return "" }
        return "\(layout.module.signature); \(store.options.analyzer.signature)"
    }

    /// - Throws: `IndexingError.otherJournal` if the journal is not the store's; `StoreError`.
    public func start(_ reporter: ChangeReporter) async throws {
        guard reporter.journal.identity == store.journal.identity else {
            throw IndexingError.otherJournal(index: reporter.index)
        }
        let layouts = try types.map { try store.layout($0, action: "follow \"\($0)\"") }
        try await store.transaction("follow changes for \"\(reporter.index)\"") { transaction in
            let tables = IndexTables(connection: transaction.connection)
            for layout in layouts { try tables.follow(layout, in: reporter.index) }
        }
        let number = store.writer.commits.add { reporter.changesAreThere() }
        stopListening(but: number)
    }

    public func stop() async { stopListening() }

    private func stopListening(but number: Int? = nil) {
        let last = listener.withLock { listener in
            defer { listener = number }
            return listener
        }
        if let last { store.writer.commits.remove(last) }
    }

    /// Returns the items in the order of insertion.
    public func objects(of type: String, after cursor: String?, limit: Int) async throws -> ObjectPage {
        let layout = try store.layout(type, action: "list \"\(type)\"")
        return try await store.readers.withConnection { connection in
            try connection.withStatement(
                "SELECT item, id FROM \(SQLite.quoted(layout.table)) WHERE item > ? ORDER BY item LIMIT ?"
            ) { row in
                try row.bind([
                    .integer(cursor.flatMap { Int64($0) } ?? .min), .integer(Int64(max(1, limit))),
                ])
                var page = ObjectPage(ids: [], cursor: nil)
                while try row.step() {
                    page.ids.append(row.text(1))
                    page.cursor = String(row.integer(0))
                }
                if page.ids.count < max(1, limit) { page.cursor = nil }
                return page
            }
        }
    }

    public func count(of type: String) async throws -> Int? { try await store.count(of: type) }
}
#endif
