#if SQLite
import CSQLite

extension Connection {
    enum TransactionKind: String { case deferred = "BEGIN", immediate = "BEGIN IMMEDIATE" }

    /// Runs the body in a transaction: all of it, or nothing. Within another one it is part of that.
    func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        if sqlite3_get_autocommit(handle) == 0 { return try body() }
        if kind == .immediate { try checkFiles(.writing) }
        try execute(kind.rawValue)
        do {
            if kind == .immediate { try checkTables() }
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors (a full disk) have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }
}
#endif
