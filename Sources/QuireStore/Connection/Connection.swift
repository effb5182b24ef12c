#if SQLite
import CSQLite

/// One connection to the database, with its prepared statements.
///
/// Unchecked: the pool makes sure that only one task at a time uses a connection.
final class Connection: @unchecked Sendable {
    enum Mode {
        case readWrite, readOnly, memory
        /// Read-only, and nobody else changes the file.
        case sealed
    }

    let handle: OpaquePointer
    let location: String
    /// Whether this SQLite supports full text; known once its tokenizer is registered.
    var hasFullText = false
    /// The prepared statements, by their text.
    private var statements: [String: Statement] = [:]
    /// Some of the statements by their templates, which are found without their text.
    private var preparedStatements: [ObjectIdentifier: (template: StatementTemplate, statement: Statement)] =
        [:]
    private var uses = 0
    /// A cached estimate of whether a test matches few rows.
    struct Estimate: Hashable {
        let table: String
        let test: String
        let values: [SQLValue]
        let limit: Int
    }
    var estimates: [Estimate: Bool] = [:]
    var wordLists = WordLists()
    /// The data of a registered function, which lives as long as the connection.
    var functionState: AnyObject?
    var observer: (any TransactionObserver)?
    /// Follows the changed items, on the connection that writes.
    var changes: (any ItemObserver)?
    /// `nil` if nobody else can change them, or while the store is opened.
    var knownTables: KnownTables?
    /// `nil` if there are none, or while the store is being opened.
    var files: OpenFiles?
    /// What the store is doing, for error messages.
    var action = "use the store"

    /// Whether closing keeps the journal next to the file instead of moving it into the file. A file that cannot be
    /// accepted as a store is left unchanged.
    var leavesJournal = true {
        didSet {
            _ = quire_sqlite_db_config_flag(
                handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leavesJournal ? 1 : 0)
        }
    }

    private let lockWait: LockWait

    static let statementLimit = 256

    /// - Parameters:
    ///   - path: The path of the file, if it differs from the location that errors name.
    ///   - register: Adds functions and tokenizers to the open connection.
    init(
        _ location: String, mode: Mode, busyTimeout: Int32, path: String? = nil,
        register: (Connection) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        guard sqlite3_libversion_number() >= SQLite.oldestLibrary else {
            throw StoreError(
                .library, action: "open the store", location: location,
                reason: "SQLite \(String(cString: sqlite3_libversion())) is too old",
                advice: "Install or link SQLite 3.37 or later.")
        }
        var handle: OpaquePointer?
        let access =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .sealed: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
            }
        // Without a mutex, because the pool gives a connection to only one task at a time.
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let path = path ?? location
        let name =
            switch mode {
            case .memory: ":memory:"
            case .sealed: StorePath(path).sealedAddress
            case .readWrite, .readOnly: path
            }
        let result = sqlite3_open_v2(name, &handle, flags, nil)
        guard result == SQLITE_OK, let handle else {
            let message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result))
            sqlite3_close_v2(handle)
            throw StoreError(
                resultCode: result, message: message, action: "open the store", location: location)
        }
        self.handle = handle
        self.location = location
        lockWait = LockWait(timeout: busyTimeout)
        lockWait.install(on: handle)
        _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        watchCancellation()
        try register(self)
    }

    deinit {
        clearStatements()
        if let files, !leavesJournal, !files.allowsCheckpoint {
            _ = quire_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        }
        sqlite3_close_v2(handle)
    }

    /// Interrupts a long scan if the task is cancelled. The handler runs on the task's own thread.
    private func watchCancellation() {
        sqlite3_progress_handler(handle, 20_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    /// Runs code that must be completed even if the task has been cancelled.
    func withoutCancellation<Result>(_ body: () throws -> Result) rethrows -> Result {
        sqlite3_progress_handler(handle, 0, nil, nil)
        defer { watchCancellation() }
        return try body()
    }

    /// Runs a query, and returns `nil` after this many thousand steps.
    func within<Result>(thousandSteps: Int, _ body: () throws -> Result) throws -> Result? {
        let budget = StepBudget(thousandSteps)
        sqlite3_progress_handler(
            handle, 1_000,
            { budget in
                guard !Task.isCancelled, let budget else { return 1 }
                return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().take() ? 0 : 1
            }, Unmanaged.passUnretained(budget).toOpaque())
        defer { watchCancellation() }
        do {
            return try withExtendedLifetime(budget, body)
        } catch is CancellationError where budget.isSpent && !Task.isCancelled {
            return nil
        }
    }

    /// The error for a result code, with the connection's last message. An interruption becomes `CancellationError`.
    func error(_ result: Int32) -> any Error {
        if result & 0xFF == SQLITE_INTERRUPT { return CancellationError() }
        return StoreError(
            resultCode: result, message: String(cString: sqlite3_errmsg(handle)), action: action,
            location: location, systemError: quire_sqlite_system_error(handle))
    }

    /// Runs SQL without parameters or result rows.
    func execute(_ sql: String) throws {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        if result != SQLITE_OK { throw error(result) }
    }

    /// Provides a prepared statement for the text, from the cache if it is not in use.
    func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
        try withStatement(SQLBuilder(sql), body)
    }

    /// The same for SQL whose values the closure binds.
    func withStatement<Result>(_ sql: SQLBuilder, _ body: (Statement) throws -> Result) throws -> Result {
        let statement = try statement(sql)
        statement.isBusy = true
        defer {
            statement.reset()
            statement.isBusy = false
        }
        return try body(statement)
    }

    /// Runs a statement with values.
    func run(_ sql: String, _ values: [SQLValue] = []) throws {
        try withStatement(sql) { statement in
            try statement.bind(values)
            while try statement.step() {}
        }
    }

    /// The first column of the first row, as an integer.
    func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try integer(SQLBuilder(sql), values)
    }

    /// The same for SQL with its values.
    func integer(_ sql: SQLBuilder) throws -> Int64? { try integer(sql, sql.values) }

    private func integer(_ sql: SQLBuilder, _ values: [SQLValue]) throws -> Int64? {
        try withStatement(sql) { statement in
            try statement.bind(values)
            return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
        }
    }

    /// Whether the file has a table, an index, a view or a trigger of this name.
    ///
    /// - Parameter table: The table that it belongs to; any, without one.
    func has(_ type: String, _ name: String, of table: String? = nil) throws -> Bool {
        try integer(
            "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2 AND tbl_name = coalesce(?3, tbl_name)",
            [.text(type), .text(name), .optional(table)]) != nil
    }

    /// The number of a table's rows.
    func count(of table: String) throws -> Int {
        try withStatement("SELECT count(*) FROM \(SQLite.quoted(table))") { row in
            _ = try row.step()
            return Int(row.integer(0))
        }
    }

    /// The first column of the first row, as text.
    func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        try withStatement(sql) { statement in
            try statement.bind(values)
            return try statement.step() ? statement.optionalText(0) : nil
        }
    }

    /// The number of cached statements.
    var cachedStatements: Int { statements.count }

    /// Removes all prepared statements, which is necessary before tables change.
    func clearStatements() {
        statements.removeAll()
        preparedStatements.removeAll()
    }

    private func statement(_ sql: SQLBuilder) throws -> Statement {
        uses += 1
        guard let template = sql.template else { return try statement(withTextOf: sql) }
        if let statement = preparedStatements[ObjectIdentifier(template)]?.statement, !statement.isBusy {
            statement.lastUse = uses
            return statement
        }
        let statement = try statement(withTextOf: sql)
        // One that is used inside itself is not kept.
        if statement.lastUse == uses {
            if preparedStatements.count >= Self.statementLimit { preparedStatements.removeAll() }
            preparedStatements[ObjectIdentifier(template)] = (template, statement)
        }
        return statement
    }

    private func statement(withTextOf sql: SQLBuilder) throws -> Statement {
        if let statement = statements[sql.text] {
            // If a statement is used inside itself, the inner use gets a separate one.
            if statement.isBusy { return try Statement(sql.text, connection: self, persistent: false) }
            statement.lastUse = uses
            return statement
        }
        let statement = try Statement(sql.text, connection: self, persistent: true)
        if statements.count >= Self.statementLimit { evict() }
        statement.lastUse = uses
        statements[sql.text] = statement
        return statement
    }

    /// Removes the half of the statements that has not been used for longest.
    private func evict() {
        let ages = statements.values.filter { !$0.isBusy }.map(\.lastUse).sorted()
        guard ages.count > 1 else { return }
        let median = ages[ages.count / 2]
        preparedStatements.removeAll()
        statements = statements.filter { $0.value.isBusy || $0.value.lastUse > median }
    }
}

/// The remaining steps of a query.
private final class StepBudget {
    private var thousands: Int

    init(_ thousands: Int) { self.thousands = thousands }

    var isSpent: Bool { thousands <= 0 }

    func take() -> Bool {
        thousands -= 1
        return thousands > 0
    }
}
#endif
