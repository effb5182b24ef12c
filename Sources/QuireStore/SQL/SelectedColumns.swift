#if SQLite
/// The columns that many statements select.
///
/// They are a kilobyte of SQL. A prepared statement is found by their identity and the rest of its text, so that most
/// searches neither write nor hash them.
final class SelectedColumns: Sendable {
    let sql: String

    init(_ sql: String) { self.sql = sql }
}
#endif
