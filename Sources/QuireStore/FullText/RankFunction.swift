#if SQLite
import CSQLite
import QuireEngine

/// `quire_rank(index, popularity)`: adds the current row to the scan that the connection is set to. The result is NULL.
///
/// The popularity is left out if the scan knows it, or does not need it.
enum RankFunction {
    static let name = "quire_rank"

    /// Makes the function known to a connection; `false` where its SQLite has no FTS5.
    static func register(_ box: RankBox, on database: OpaquePointer) -> Bool {
        guard let api = TextTokenizer.fullTextInterface(of: database),
            let create = api.pointee.xCreateFunction
        else { return false }
        let owner = Unmanaged.passRetained(box)
        let result = create(
            api, name, owner.toOpaque(),
            { api, context, result, count, values in
                guard let api, let context, let user = api.pointee.xUserData?(context) else { return }
                let box = Unmanaged<RankBox>.fromOpaque(user).takeUnretainedValue()
                let code =
                    box.walksPhrase
                    ? RankFunction.walkPhrase(api, context, box: user)
                    : box.visit(api, context, popularity: count > 0 ? values?[0] : nil)
                        ? SQLITE_OK : SQLITE_ABORT
                if code != SQLITE_OK { sqlite3_result_error_code(result, code) }
            },
            { box in
                guard let box else { return }
                Unmanaged<RankBox>.fromOpaque(box).release()
            })
        if result != SQLITE_OK { owner.release() }
        return result == SQLITE_OK
    }

    /// Visits all rows that have the only phrase of the expression, without running a statement's code for each.
    private static func walkPhrase(
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer, box: UnsafeMutableRawPointer
    ) -> Int32 {
        api.pointee.xQueryPhrase(context, 0, box) { api, context, user in
            guard let api, let context, let user else { return SQLITE_ERROR }
            let box = Unmanaged<RankBox>.fromOpaque(user).takeUnretainedValue()
            if box.isCancelled { return SQLITE_INTERRUPT }
            return box.visit(api, context, popularity: nil) ? SQLITE_OK : SQLITE_DONE
        }
    }
}

/// What a connection's rank function works on.
///
/// Used by the connection alone, which one task uses at a time.
final class RankBox {
    /// The scan of the statement that runs.
    fileprivate var scan: UnsafeMutablePointer<RowScan>?
    /// The same, if it collects items that lack words.
    fileprivate var sharedScan: UnsafeMutablePointer<SharedScan>?
    /// Whether the function is called once, and visits all rows of the expression's only phrase.
    fileprivate var walksPhrase = false
    private var visits = 0

    fileprivate func visit(
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer, popularity: OpaquePointer?
    ) -> Bool {
        if let sharedScan { return sharedScan.pointee.visit(api, context) }
        return scan?.pointee.visit(api, context, popularity: popularity) ?? false
    }

    /// Whether the task has been cancelled, tested now and then. SQLite tests it only while it runs a statement's code.
    fileprivate var isCancelled: Bool {
        visits &+= 1
        return visits & 0x3FFF == 0 && Task.isCancelled
    }
}

extension Connection {
    /// Runs a statement that calls the function for the rows of a scan.
    ///
    /// - Parameter walksPhrase: Whether the statement calls it for its first row alone, and the function visits the others.
    func run(_ statement: SQLBuilder, _ scan: inout RowScan, walksPhrase: Bool = false) throws {
        guard let box = functionState as? RankBox else { return }
        box.walksPhrase = walksPhrase
        try withUnsafeMutablePointer(to: &scan) { scan in
            box.scan = scan
            defer { box.scan = nil }
            do {
                try withStatement(statement.text) { row in
                    try row.bind(statement.values)
                    while try row.step() {}
                }
            } catch {
                // A scan that is full ends its statement with an error.
                guard scan.pointee.isFull || scan.pointee.isDamaged else { throw error }
            }
            guard !scan.pointee.isDamaged else { throw impossibleRow }
        }
    }

    /// Runs a statement that calls the function for the rows of a scan of items that lack words.
    func run(_ statement: SQLBuilder, _ scan: inout SharedScan) throws {
        guard let box = functionState as? RankBox else { return }
        box.walksPhrase = false
        try withUnsafeMutablePointer(to: &scan) { scan in
            box.sharedScan = scan
            defer { box.sharedScan = nil }
            do {
                try withStatement(statement.text) { row in
                    try row.bind(statement.values)
                    while try row.step() {}
                }
            } catch {
                guard scan.pointee.isDamaged else { throw error }
            }
            guard !scan.pointee.isDamaged else { throw impossibleRow }
        }
    }

    private var impossibleRow: StoreError {
        StoreError(
            resultCode: SQLITE_CORRUPT | (1 << 8),
            message: "the index has a row with an impossible number", action: "search", location: location)
    }
}
#endif
