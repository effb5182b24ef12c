#if SQLite

import QuireCore
import QuireText

/// Indexing on demand, and pausing automatic indexing.
extension FullText {
    /// Stops indexing writes until `resume()`, even after the store is reopened.
    ///
    /// ```swift
    /// try await store.fullText.stop()
    /// // Many writes, faster now. Searches do not find them yet.
    /// try await store.fullText.resume()
    /// ```
    /// Items written in the meantime are pending; `pending()` counts them. Deleted items, and the old words of
    /// changed ones, are removed from the index immediately.
    public func stop() async throws { try await setStopped(true) }

    /// Resumes automatic indexing, and indexes the pending items now.
    ///
    /// - Returns: How many items were indexed. If the task is cancelled the others stay pending; `indexChanged()`
    ///   continues with them.
    @discardableResult
    public func resume() async throws -> Int {
        try await setStopped(false)
        return try await indexChanged()
    }

    /// Whether indexing is stopped.
    public func isStopped() async throws -> Bool {
        try await store.readers.withConnection { try TextIndex.isStopped($0) }
    }

    /// How many items are pending: written while indexing was stopped, or by an unfinished load.
    public func pending() async throws -> Int {
        let layouts = searchable
        return try await store.readers.withConnection { connection in
            try connection.transaction(.deferred) {
                try layouts.reduce(0) { $0 + (try TextIndex(connection, $1)?.pending() ?? 0) }
            }
        }
    }

    /// Indexes the pending items of all modules.
    ///
    /// - Returns: The number of items that were pending.
    @discardableResult
    public func indexChanged() async throws -> Int {
        var count = 0
        for layout in searchable {
            while true {
                try Task.checkCancellation()
                let batch = try await run("index \"\(layout.module.name)\"", on: layout.module.name) {
                    try $0.indexPending(limit: Self.batch, store.text)
                }
                count += batch
                if batch < Self.batch { break }
            }
        }
        return count
    }

    /// Indexes an item immediately, even if indexing is stopped.
    ///
    /// - Returns: How many distinct words the item has in the index, 0 if a hook excludes it; `nil` if the store has no
    ///   such item.
    ///   item.
    /// - Throws: `QueryError` if the module has no searchable field; `StoreError`.
    @discardableResult
    public func index(_ id: String, in module: String) async throws -> Int? {
        let analyzer = store.options.analyzer
        return try await run("index \"\(id)\" of \"\(module)\"", on: module) { index in
            guard let item = try index.item(id) else { return nil }
            guard try index.index(item: item, store.text) else { return 0 }
            return Set(try index.texts(of: item).flatMap(analyzer.words)).count
        }
    }

    /// Indexes an item immediately, even if indexing is stopped.
    @discardableResult
    public func index<Module: ContentModule>(_ id: ContentID<Module>) async throws -> Int? {
        try await index(id.rawValue, in: Module.descriptor.name)
    }

    /// The number of items per transaction. Other tasks may write between transactions.
    private static let batch = 500

    private func setStopped(_ isStopped: Bool) async throws {
        try await store.transaction("\(isStopped ? "stop" : "resume") full text") { transaction in
            try TextIndex.setStopped(isStopped, transaction.connection)
        }
    }
}
#endif
