#if SQLite
import CSQLite
import Foundation
import QuireCore
import QuireText

/// One check of one file, on one connection.
struct StoreCheck {
    private let connection: Connection
    private let progress: StoreChecker.Report?
    private var totalItems = 0
    private(set) var report = StoreCheckReport()

    init(_ connection: Connection, _ progress: StoreChecker.Report?) {
        self.connection = connection
        self.progress = progress
    }

    private func tell(_ step: StoreCheckProgress.Step) {
        progress?(StoreCheckProgress(step: step, items: report.items, totalItems: totalItems))
    }

    mutating func add(lostCommits: Int) {
        guard lostCommits > 0 else { return }
        report.add(
            StoreProblem(
                .lostCommits,
                "the write-ahead log is damaged before its end; at least \(lostCommits) of its transactions are lost"
            ), count: lostCommits)
    }

    /// Runs a step. If SQLite reports damage, this becomes a problem, and the check continues.
    private mutating func attempt(_ module: String? = nil, _ body: (inout StoreCheck) throws -> Void) throws {
        do { try body(&self) } catch let error as StoreError {
            // A failing disk, a lock or a cancelled task are not problems of the file.
            guard [.corrupt, .changed, .database].contains(error.code) else { throw error }
            report.add(StoreProblem(.damaged, module: module, error.reason))
        }
    }

    // MARK: - Pages

    mutating func readPages() throws {
        tell(.pages)
        try attempt { check in
            try check.connection.withStatement("PRAGMA integrity_check(1000)") { row in
                while try row.step() {
                    let line = row.text(0)
                    if line != "ok" { check.report.add(StoreProblem(.damaged, line)) }
                }
            }
        }
    }

    /// The modules in the catalog; `nil` if it cannot be read.
    mutating func readCatalog() throws -> [StoredModule]? {
        var modules: [StoredModule]?
        try attempt { check in
            let catalog = Catalog(connection: check.connection)
            modules = try catalog.state() == .store ? try catalog.modules() : []
        }
        return modules
    }

    // MARK: - Content

    mutating func readAll(_ modules: [StoredModule]) throws {
        let modules = modules.sorted { $0.name < $1.name }
        tell(.structure)
        try attempt { check in
            let catalog = Catalog(connection: check.connection)
            _ = try catalog.state()
            let unindexed = try catalog.modulesThatNeedIndexes()
            for module in modules {
                let isUnindexed = unindexed.contains(module.name)
                check.add(try StructureCheck(check.connection).problems(of: module, isUnindexed))
            }
        }
        try attempt { check in
            check.add(
                try StructureCheck(check.connection).problems(
                    in: Catalog(connection: check.connection).modules()))
        }
        // If a module's tables are missing, its items cannot be read.
        let broken = Set(report.problems.filter { $0.kind == .structure }.compactMap(\.module))
        for module in modules where !broken.contains(module.name) {
            try attempt(module.name) { check in
                check.totalItems += try check.connection.count(of: module.table)
            }
        }
        for module in modules where !broken.contains(module.name) {
            try attempt(module.name) { check in try check.readItems(module) }
        }
        tell(.bookkeeping)
        try attempt { check in
            check.add(try BookkeepingCheck(check.connection).problems(modules))
        }
    }

    private mutating func add(_ problems: [StoreProblem]) {
        for problem in problems { report.add(problem) }
    }

    private mutating func readItems(_ module: StoredModule) throws {
        tell(.items(module: module.name))
        let items = try ItemCheck(module, connection)
        try items.run { batch in
            report.items += batch.items
            add(batch.problems)
            tell(.items(module: module.name))
        }
        for (problem, count) in try items.orphans() { report.add(problem, count: count) }
    }

    // MARK: - Full text

    mutating func compareFullText(_ module: StoredModule, _ analyzer: TextAnalyzer?) throws {
        guard let text = module.text else { return }
        tell(.fullText(module: module.name))
        guard let analyzer, connection.hasFullText, analyzer.signature.isByteEqual(to: text.analyzer)
        else {
            report.uncheckedFullText.append(module.name)
            return
        }
        try attempt(module.name) { check in
            let layout = module.neutralLayout
            guard let index = TextIndex(check.connection, layout) else { return }
            // FTS5 can only compare in a write transaction, but nothing is written.
            let problems = try check.connection.transaction(.immediate) { try index.problems() }
            for problem in problems {
                check.report.add(StoreProblem(.fullText, module: module.name, problem.description))
            }
        }
    }
}

/// Runs checks on a separate queue, because they take long if the file is large.
actor StoreChecker {
    private let executor = QueueExecutor(label: "quire.store.check")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    typealias Report = @Sendable (StoreCheckProgress) -> Void

    /// Checks the file of an open store, except its full text.
    func run(
        _ readers: ConnectionPool, _ location: Store.Location, modules: [StoredModule], progress: Report?
    ) async throws -> StoreCheckReport {
        try await readers.withConnection { connection in
            var check = StoreCheck(connection, progress)
            // The check sees one state of the file; later writes do not affect it.
            return try connection.transaction(.deferred) {
                try check.readPages()
                if case .file(let path) = location {
                    check.add(lostCommits: try WriteAheadLog(path).lostCommits)
                }
                try check.readAll(modules)
                return check.report
            }
        }
    }

    /// Checks a file that no store in this process has open.
    ///
    /// - Parameter analyzer: The analyzer with which the full text is compared; `nil` skips that.
    func runAlone(
        _ connections: ConnectionPool, lostCommits: Int, analyzer: TextAnalyzer?, _ progress: Report?
    ) async throws -> StoreCheckReport {
        try await connections.withConnection { connection in
            var check = StoreCheck(connection, progress)
            check.add(lostCommits: lostCommits)
            guard let modules = try check.readCatalog() else { return check.report }
            try connection.transaction(.deferred) {
                try check.readPages()
                try check.readAll(modules)
            }
            for module in modules { try check.compareFullText(module, analyzer) }
            return check.report
        }
    }
}

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
        var report = try await StoreChecker().run(readers, location, modules: modules, progress: progress)
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
