#if SQLite
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
