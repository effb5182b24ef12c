#if SQLite
import CSQLite

/// Takes part in the transactions of a connection.
protocol TransactionObserver: AnyObject {
    /// Called before the commit. It may still write.
    func willCommit(_ connection: Connection) throws
    func didCommit()
    func didRollBack()
}

extension Connection {
    enum TransactionKind: String { case deferred = "BEGIN", immediate = "BEGIN IMMEDIATE" }

    /// Runs the body in a transaction: completely or not at all. Inside another transaction it becomes part of it.
    func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        if sqlite3_get_autocommit(handle) == 0 { return try body() }
        if kind == .immediate { try checkFiles(.writing) }
        try execute(kind.rawValue)
        do {
            if kind == .immediate { try checkTables() }
            let result = try body()
            try observer?.willCommit(self)
            try execute("COMMIT")
            observer?.didCommit()
            return result
        } catch {
            // After some errors, such as a full disk, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            observer?.didRollBack()
            throw error
        }
    }
}
#endif
