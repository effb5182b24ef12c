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
        if isInTransaction { return try body() }
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Begins a transaction. If this throws, there is none.
    func begin(_ kind: TransactionKind) throws {
        if kind == .immediate { try checkFiles(.writing) }
        try run(kind.rawValue)
        do {
            guard kind == .immediate else { return }
            try checkTables()
            try changes?.didBegin(self)
        } catch {
            rollBack()
            throw error
        }
    }

    /// Commits the transaction. If this throws, roll back.
    func commit() throws {
        try observer?.willCommit(self)
        try changes?.willCommit(self)
        try run("COMMIT")
        observer?.didCommit()
        changes?.didCommit()
    }

    func rollBack() {
        // After some errors, such as a full disk, SQLite has already rolled back.
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        observer?.didRollBack()
        changes?.didRollBack()
    }
}

/// Follows the items that the transactions of a connection change.
protocol ItemObserver: AnyObject {
    /// Called when a transaction has begun that may write.
    func didBegin(_ connection: Connection) throws

    /// Called before an item's row changes, or after the row of a new item was written.
    func changes(_ id: () -> String, of module: String, isNew: Bool, on connection: Connection) throws

    /// Called when any items of a module may have changed, or how searches find them.
    func changesAll(of module: String)

    /// Called before the commit.
    func willCommit(_ connection: Connection) throws
    func didCommit()
    func didRollBack()
}
#endif
