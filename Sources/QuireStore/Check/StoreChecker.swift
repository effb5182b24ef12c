#if SQLite
import Foundation
import QuireText

/// Runs checks on a separate queue, because they take long if the file is large.
actor StoreChecker {
    private let executor = QueueExecutor(label: "quire.store.check")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    typealias Report = @Sendable (StoreCheckProgress) -> Void

    /// Checks the file of an open store, except its full text.
    func run(
        _ readers: ConnectionPool, _ location: Store.Location, _ modules: [StoredModule], _ progress: Report?
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
#endif
