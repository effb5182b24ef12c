#if SQLite
import CSQLite
import Foundation
import QuireCore
import QuireEngine

/// Opens a file for a `Store`: connections, tables, schema changes.
struct StoreOpening {
    let layouts: [String: ModuleLayout]
    let changes: [SchemaChange]
    let readers: ConnectionPool
    let writers: ConnectionPool
    let text: TextContext
    /// Whether this SQLite has full text.
    let hasFullText: Bool
    let commits: CommitHub
    let otherWriters: OtherWriters

    init(
        _ location: Store.Location, modules: [ModuleDescriptor], options: StoreOptions,
        progress: SchemaUpgrade.Progress?
    ) throws {
        let timeout = Int32(clamping: options.busyTimeout)
        let text = TextContext(options.analyzer)
        self.text = text
        let connection: Connection
        switch location {
        case .memory: connection = try Connection("memory", mode: .memory, busyTimeout: timeout, text: text)
        case .file(let path):
            try StorePath(path).check(isReadOnly: options.isReadOnly)
            connection = try Self.open(path, isReadOnly: options.isReadOnly, timeout: timeout, text: text)
        }
        hasFullText = connection.hasFullText
        try Self.configure(connection, location, isReadOnly: options.isReadOnly, timeout: timeout)
        let upgrade = try text.readingAnyIndex {
            try SchemaUpgrade(connection, modules, options: options, text: text, progress: progress).run()
        }
        layouts = upgrade.layouts
        text.setModules(layouts.values)
        changes = upgrade.changes
        if options.downgradePolicy != .allow {
            for change in changes { MigrationWarning(change, location: connection.location)?.write() }
        }
        connection.action = "use the store"
        connection.leavesJournal = options.isReadOnly
        let tables = KnownTables(upgrade.layouts.values)
        if case .file(let path) = location {
            connection.knownTables = tables
            connection.files = try Self.files(path, connection)
        }
        let files = connection.files
        writers = ConnectionPool([connection], more: 0) { throw CancellationError() }
        let recorder = ChangeRecorder(layouts)
        let otherWriters = OtherWriters(writers, recorder, isInMemory: files == nil)
        self.otherWriters = otherWriters
        commits = CommitHub { otherWriters.followWatchers(of: $0) }
        recorder.hub = commits
        connection.changes = recorder
        switch location {
        case .memory:
            // A database in memory belongs to one connection, so readers and writers take turns.
            readers = writers
        case .file(let path):
            readers = ConnectionPool([], more: min(max(options.readers, 1), 16), isForReading: true) {
                // Always checked, because connecting to another file would otherwise be noticed only later.
                try files?.check(.writing, "open the store")
                let reader = try Self.open(
                    path, isReadOnly: true, timeout: timeout, text: text, at: files?.path)
                reader.knownTables = tables
                reader.files = files
                try Self.tune(reader)
                return reader
            }
        }
    }

    private static func open(
        _ location: String, isReadOnly: Bool, timeout: Int32, text: TextContext, at path: String? = nil
    ) throws -> Connection {
        try Connection(
            location, mode: isReadOnly ? StorePath(path ?? location).readingMode : .readWrite,
            busyTimeout: timeout, text: text, path: path)
    }

    private static func files(_ path: String, _ connection: Connection) throws -> OpenFiles {
        if let files = OpenFiles(connection) { return files }
        throw StoreError(
            .replaced, action: "open the store", location: path,
            reason: "another program has moved or deleted the file meanwhile", advice: "Open the store again."
        )
    }

    private static func configure(
        _ connection: Connection, _ location: Store.Location, isReadOnly: Bool, timeout: Int32
    ) throws {
        connection.action = "open the store"
        if !isReadOnly, sqlite3_db_readonly(connection.handle, "main") == 1 {
            throw StoreError(
                .readOnly, action: "open the store", location: connection.location,
                reason: "the file cannot be written",
                advice: "Make the file and its folder writable, or open the store read-only.")
        }
        // A file of another program is rejected before anything in it changes.
        _ = try Catalog(connection: connection).state()
        if case .file = location, !isReadOnly {
            try switchToLog(connection, timeout: timeout)
            try connection.execute("PRAGMA synchronous = NORMAL")
            try connection.execute("PRAGMA journal_size_limit = 67108864")
        }
        try tune(connection)
    }

    /// Switches to a write-ahead log. SQLite does not wait for a process that does the same with a new file.
    private static func switchToLog(_ connection: Connection, timeout: Int32) throws {
        let end = ContinuousClock.now + .milliseconds(Int(timeout))
        while true {
            do { return try connection.execute("PRAGMA journal_mode = WAL") } catch let error as StoreError
                where error.code == .locked && ContinuousClock.now < end
            {
                usleep(10_000)
            }
        }
    }

    private static func tune(_ connection: Connection) throws {
        try connection.execute("PRAGMA cache_size = -65536")
        try connection.execute("PRAGMA mmap_size = 268435456")
        try connection.execute("PRAGMA temp_store = MEMORY")
    }
}
#endif
