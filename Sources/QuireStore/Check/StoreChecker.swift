#if SQLite
import Foundation
import QuireText

/// Runs the steps of a check, on a queue of its own: they take as long as the file is large.
actor StoreChecker {
    private let executor = QueueExecutor(label: "quire.store.check")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    typealias Report = @Sendable (StoreCheckProgress) -> Void

    /// Checks the file of an open store, all but its full text.
    func run(
        _ readers: ConnectionPool, _ location: Store.Location, _ modules: [StoredModule], _ progress: Report?
    ) async throws -> StoreCheckReport {
        try await readers.withConnection { connection in
            var check = StoreCheck(connection, progress)
            // One state of the file: what is written meanwhile comes after it.
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

    /// Checks a file that no store has open in this process.
    ///
    /// - Parameter analyzer: Compares the full text with the words that it cuts; `nil` leaves that out.
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
