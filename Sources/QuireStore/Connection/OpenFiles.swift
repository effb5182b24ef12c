#if SQLite
import CSQLite
import QuireToolbox

/// The files of an open store, in the state that its connections last saw.
///
/// SQLite keeps using its open file even if there is a different file at the path by then. Writes would go into a
/// deleted file, and connections opened later would read the other one. Therefore every write checks the files first,
/// and reads check them often.
final class OpenFiles: Sendable {
    /// The purpose of a check. Short reads are not checked every time, because that would take a fifth of their time.
    enum Use { case reading, writing }

    /// The path of the file as SQLite resolved it: absolute and without links.
    let path: String
    private let location: String
    private let files: Locked<FileStates>

    /// Creates the check; `nil` if the file is no longer at the path.
    ///
    /// - Parameter connection: The writer's connection. There are no checks after it has been closed.
    init?(_ connection: Connection) {
        var hasMoved: Int32 = 0
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        location = connection.location
        path = sqlite3_db_filename(connection.handle, "main").map { String(cString: $0) } ?? location
        guard hasMoved == 0, let files = FileStates(path, quire_index_of_log(connection.handle)) else {
            return nil
        }
        self.files = Locked(files)
    }

    /// Checks that the store's files are still the ones it opened.
    ///
    /// - Throws: `StoreError` (`replaced`).
    func check(_ use: Use, _ action: String) throws {
        guard let change = files.withLock({ $0.change(use) }) else { return }
        throw StoreError(
            .replaced, action: action, location: location, reason: change,
            advice: "Open the store again. To replace a store's files, close it first.")
    }

    /// Whether the content of the log may be moved into the file: only if the log belongs to the file and there is no
    /// other log at the path, which would be deleted.
    var allowsCheckpoint: Bool {
        files.withLock { $0.change(.writing) == nil || $0.hasNoOtherLog }
    }
}

/// The states of a store's files when they were last seen.
private struct FileStates {
    private struct Companion {
        let path: String
        /// The file's state; `nil` until a connection has created the file.
        var state: quire_file_state?
    }

    private static let interval = Duration.milliseconds(10)

    private let path: String
    private var file: quire_file_state
    /// The index of the log, which the writer's connection keeps in memory; `nil` if there is no log.
    private let index: UnsafeMutableRawPointer?
    private var checkpoints: quire_checkpoints?
    /// The write-ahead log and its index, which holds the locks of writers.
    private var companions: [Companion]
    /// When the next read checks the files. A detected change is reported until it is handled.
    private var nextLook = ContinuousClock.now

    init?(_ path: String, _ index: UnsafeMutableRawPointer?) {
        guard let (file, checkpoints) = Self.state(path, index) else { return nil }
        self.path = path
        self.index = index
        self.file = file
        self.checkpoints = checkpoints
        companions = ["-wal", "-shm"].map { suffix in
            Companion(path: path + suffix, state: Self.state(path + suffix))
        }
    }

    /// Whether the file is unchanged, and there is no log at the path.
    var hasNoOtherLog: Bool {
        guard let now = Self.state(path), now.isSameFile(as: file), now.isUnchanged(since: file) else {
            return false
        }
        return Self.state(companions[0].path) == nil
    }

    /// What another program has done to the files; `nil` if nothing has changed.
    mutating func change(_ use: OpenFiles.Use) -> String? {
        let time = ContinuousClock.now
        if use == .reading, time < nextLook { return nil }
        guard let now = Self.state(path) else { return "the file was moved or deleted while it was open" }
        guard now.isSameFile(as: file) else {
            return "another file has taken its place while it was open"
        }
        if !now.isUnchanged(since: file), let change = changeOfContent() { return change }
        if let change = changeOfCompanions() { return change }
        nextLook = time + Self.interval
        return nil
    }

    /// SQLite writes into the file only in checkpoints, which leave a trace in the index of the log. If the file has
    /// changed without such a trace, another program changed it.
    private mutating func changeOfContent() -> String? {
        guard let (now, checkpoints) = Self.state(path, index) else {
            return "the file was moved or deleted while it was open"
        }
        let isSame: Bool? =
            if let checkpoints, let oldCheckpoints = self.checkpoints {
                checkpoints.isSame(as: oldCheckpoints)
            } else { nil }
        if now.size < file.size, isSame != false {
            return "another program has cut the file off while it was open"
        }
        if isSame == true { return "another program has written into the file while it was open" }
        (file, self.checkpoints) = (now, checkpoints)
        return nil
    }

    private mutating func changeOfCompanions() -> String? {
        for index in companions.indices {
            let now = Self.state(companions[index].path)
            guard let oldState = companions[index].state else {
                companions[index].state = now
                continue
            }
            if now?.isSameFile(as: oldState) == true { continue }
            return "\(companions[index].path) was deleted or replaced while it was open"
        }
        return nil
    }

    private static func state(_ path: String) -> quire_file_state? {
        var state = quire_file_state()
        return quire_state_of_file(path, &state) == 0 ? state : nil
    }

    /// The state of the file and of its checkpoints, which is `nil` while a checkpoint may be running.
    private static func state(
        _ path: String, _ index: UnsafeMutableRawPointer?
    ) -> (quire_file_state, quire_checkpoints?)? {
        let before = index.map { quire_checkpoints_in($0) }
        guard let state = state(path) else { return nil }
        guard let index, let before, before.isDone, quire_checkpoints_in(index).isSame(as: before) else {
            return (state, nil)
        }
        return (state, before)
    }
}

extension Connection {
    /// Makes sure that the store's files are those that it has open.
    ///
    /// - Throws: `StoreError` (`replaced`).
    func checkFiles(_ use: OpenFiles.Use) throws { try files?.check(use, action) }
}

extension quire_file_state {
    fileprivate func isSameFile(as other: Self) -> Bool { device == other.device && number == other.number }

    fileprivate func isUnchanged(since other: Self) -> Bool {
        size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds
    }
}

extension quire_checkpoints {
    /// Whether no checkpoint is running.
    fileprivate var isDone: Bool { moved == attempted }

    fileprivate func isSame(as other: Self) -> Bool {
        salts == other.salts && moved == other.moved && attempted == other.attempted
    }
}
#endif
