#if SQLite
import CSQLite
import Foundation

/// Copies a store's file, page by page and in one state, while others may read and write it.
struct StoreBackup {
    let source: String
    let options: StoreOptions
    private let pagesAtOnce: Int32
    /// Called before each further group of pages.
    private let betweenPages: () throws -> Void

    init(
        _ source: String, _ options: StoreOptions, pagesAtOnce: Int32 = 4_096,
        betweenPages: @escaping () throws -> Void = {}
    ) {
        self.source = source
        self.options = options
        self.pagesAtOnce = pagesAtOnce
        self.betweenPages = betweenPages
    }

    /// Writes the copy, checks it, and gives it its name. A file that exists is never replaced.
    func write(to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { throw exists(path) }
        let partial = path + ".partial-" + UUID().uuidString
        defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(partial + end) } }
        do {
            let from = try open(source, StorePath(source).readingMode)
            let to = try open(partial, .readWrite)
            // SQLite would start again after each write of another process, and never end in a file with many writes.
            try from.transaction(.deferred) {
                _ = try from.integer("SELECT count(*) FROM sqlite_schema")
                try copy(from, to)
            }
            // The copy is one file, so that nothing is missing if it is moved.
            try to.execute("PRAGMA journal_mode = DELETE")
            try Self.check(to)
        }
        // A link fails if the file exists, even if it was created just now.
        if link(partial, path) == 0 { return }
        guard errno != EEXIST, !FileManager.default.fileExists(atPath: path) else { throw exists(path) }
        guard rename(partial, path) == 0 else {
            throw StoreError(
                .cannotOpen, action: "back up the store", location: path,
                reason: String(cString: strerror(errno)), advice: "Choose a folder that can be written.")
        }
    }

    /// Replaces the content of a file with that of a backup, in one transaction.
    func restore(to path: String) throws {
        try StorePath(source).check(isReadOnly: true)
        let from = try open(source, StorePath(source).readingMode)
        try Self.check(from)
        let to = try open(path, .readWrite)
        to.action = "restore the store"
        // A file of another program is rejected before anything in it changes.
        _ = try Catalog(connection: to).state()
        try copy(from, to)
        try to.execute("PRAGMA journal_mode = WAL")
        to.leavesJournal = false
    }

    private func open(_ path: String, _ mode: Connection.Mode) throws -> Connection {
        let connection = try Connection(
            path, mode: mode, busyTimeout: Int32(clamping: options.busyTimeout),
            text: TextContext(options.analyzer))
        connection.action = "back up the store"
        return connection
    }

    private func copy(_ from: Connection, _ to: Connection) throws {
        guard let backup = sqlite3_backup_init(to.handle, "main", from.handle, "main") else {
            throw to.error(sqlite3_errcode(to.handle))
        }
        var result: Int32 = SQLITE_OK
        repeat {
            if Task.isCancelled { break }
            result = sqlite3_backup_step(backup, pagesAtOnce)
            do { if result == SQLITE_OK { try betweenPages() } } catch {
                sqlite3_backup_finish(backup)
                throw error
            }
        } while result == SQLITE_OK
        let end = sqlite3_backup_finish(backup)
        if Task.isCancelled, result != SQLITE_DONE { throw CancellationError() }
        guard result == SQLITE_DONE, end == SQLITE_OK else { throw to.error(end == SQLITE_OK ? result : end) }
    }

    /// - Throws: `StoreError` if the copy is not a sound store.
    private static func check(_ copy: Connection) throws {
        guard case .store = try Catalog(connection: copy).state() else {
            throw StoreError(
                .notAStore, action: "back up the store", location: copy.location,
                reason: "the file is empty", advice: "Check the path.")
        }
        let problem = try copy.text("PRAGMA quick_check(1)") ?? "no result"
        guard problem == "ok" else {
            throw StoreError(
                .corrupt, action: "back up the store", location: copy.location,
                reason: "the copy has an error: \(problem)",
                advice: "Check the file with `quire check-store`.")
        }
    }

    private func exists(_ path: String) -> StoreError {
        StoreError(
            .exists, action: "back up the store", location: path, reason: "there is already a file",
            advice: "Choose another path, or remove the file.")
    }
}
#endif
