#if SQLite

import QuireCore

extension Store {
    /// Reads the whole file and reports what is wrong with it.
    ///
    /// ```swift
    /// let report = try await store.check { progress in print("\(progress.items) of \(progress.totalItems)") }
    /// if !report.isSound { print(report) }
    /// ```
    /// Compares pages, tables and indexes with each other (`PRAGMA integrity_check`), the tables with the catalog, each
    /// item with its checksum and with the columns that follow from its values, the full text with the items, and reads
    /// the outbox, the change journals and the sync state. Changes nothing. Other tasks may read and write meanwhile.
    ///
    /// A file that is older as a whole, or that lost its last transactions together with the end of its write-ahead log,
    /// is consistent in itself: no check can find that.
    /// - Throws: `StoreError` where the file cannot be read at all, `CancellationError`.
    public func check(
        progress: (@Sendable (StoreCheckProgress) -> Void)? = nil
    ) async throws -> StoreCheckReport {
        let modules = layouts.values.map(StoredModule.init)
        var report = try await StoreChecker().run(readers, location, modules, progress)
        guard !options.isReadOnly else {
            report.uncheckedFullText = searchable
            return report
        }
        for module in searchable {
            try Task.checkCancellation()
            progress?(.init(step: .fullText(module: module), items: report.items, totalItems: report.items))
            for problem in try await fullText.check(module) {
                report.add(StoreProblem(.fullText, module: module, problem.description))
            }
        }
        return report
    }

    private var searchable: [String] { fullText.searchable.map(\.module.name) }

    /// Checks a file by itself, without a schema and without migrating it: also one that cannot be opened.
    ///
    /// ```swift
    /// let report = try await Store.check(.file("content.sqlite"))
    /// ```
    /// With `isReadOnly` full text is not compared, because FTS5 compares it only where it may write.
    /// - Throws: `StoreError` where there is no store, `CancellationError`.
    public static func check(
        _ location: Location, options: StoreOptions = StoreOptions(),
        progress: (@Sendable (StoreCheckProgress) -> Void)? = nil
    ) async throws -> StoreCheckReport {
        guard case .file(let path) = location else { return StoreCheckReport() }
        try StorePath(path).check(isReadOnly: true)
        let text = TextContext(options.analyzer)
        let mode = options.isReadOnly ? StorePath(path).readingMode : .readWrite
        // Looked at before SQLite is: it forgets what it cannot read of the log.
        let lost = try WriteAheadLog(path).lostCommits
        let connection = try Connection(
            path, mode: mode, busyTimeout: Int32(clamping: options.busyTimeout), text: text)
        if case .empty? = try? Catalog(connection: connection).state() {
            throw StoreError(
                .notAStore, action: "check the store", location: path, reason: "the file is empty",
                advice: "Check the path.")
        }
        connection.action = "check the store"
        let pool = ConnectionPool([connection], more: 0) { throw CancellationError() }
        return try await StoreChecker().runAlone(
            pool, lostCommits: lost, analyzer: options.isReadOnly ? nil : options.analyzer, progress)
    }
}
#endif
