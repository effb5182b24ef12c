#if SQLite

import QuireCore

extension Store {
    /// Checks the whole file and reports all problems.
    ///
    /// ```swift
    /// let report = try await store.check { progress in print("\(progress.items) of \(progress.totalItems)") }
    /// if !report.isSound { print(report) }
    /// ```
    /// Checks pages, tables and indexes (`PRAGMA integrity_check`), the tables against the catalog, triggers and views that
    /// another program has added, each item against
    /// its checksum and its derived columns, the full text against the items, and whether the outbox, the change
    /// journals and the sync state can be read. Changes nothing. Other tasks may read and write meanwhile.
    ///
    /// If the whole file was replaced with an older copy, or if the last transactions were lost together with the end
    /// of the write-ahead log, the file is consistent, so the check finds no problem.
    /// - Throws: `StoreError` if the file cannot be read at all, `CancellationError`.
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

    /// Checks a file without a schema and without migrating it, even one that cannot be opened as a store.
    ///
    /// ```swift
    /// let report = try await Store.check(.file("content.sqlite"))
    /// ```
    /// With `isReadOnly`, full text is not compared, because FTS5 needs write access to do that.
    /// - Throws: `StoreError` if there is no store, `CancellationError`.
    public static func check(
        _ location: Location, options: StoreOptions = StoreOptions(),
        progress: (@Sendable (StoreCheckProgress) -> Void)? = nil
    ) async throws -> StoreCheckReport {
        guard case .file(let path) = location else { return StoreCheckReport() }
        try StorePath(path).check(isReadOnly: true)
        let text = TextContext(options.analyzer)
        let mode = options.isReadOnly ? StorePath(path).readingMode : .readWrite
        // This must happen before SQLite opens the file, because SQLite discards the unreadable part of the log.
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
