#if SQLite
import CSQLite
import Foundation

/// The files of an open store, as all its connections last saw them.
///
/// SQLite keeps using the file that it has open, even when the path has another file by then. Writes would go into a
/// deleted file, and connections opened later would read another one. So every write checks first, and reads check often.
final class OpenFiles: @unchecked Sendable {
    /// What the check is for. Short reads do not check each time: that would be a fifth of their cost.
    enum Use { case reading, writing }

    private static let interval = Duration.milliseconds(10)

    private struct Companion {
        let path: String
        /// `nil` until a connection has made it.
        var state: quire_file_state?
    }

    /// The file's own path, as SQLite found it: without links, and not relative to a folder that may change.
    let path: String
    private let location: String
    private let lock = NSLock()
    private var file: quire_file_state
    /// The index of the log, which the writer's connection keeps mapped; `nil` where there is no log.
    private let index: UnsafeMutableRawPointer?
    private var checkpoints: quire_checkpoints?
    /// The write-ahead log, and its index, which holds the locks of writers.
    private var companions: [Companion]
    /// When the next read looks; a change that was found stays due.
    private var nextLook = ContinuousClock.now

    /// `nil` where the file is no longer at the path.
    ///
    /// - Parameter connection: The one that writes; no check follows after it is closed.
    init?(_ connection: Connection) {
        var hasMoved: Int32 = 0
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        location = connection.location
        path = sqlite3_db_filename(connection.handle, "main").map { String(cString: $0) } ?? location
        index = quire_index_of_log(connection.handle)
        guard hasMoved == 0, let (file, checkpoints) = Self.state(path, index) else { return nil }
        self.file = file
        self.checkpoints = checkpoints
        companions = ["-wal", "-shm"].map { [path] suffix in
            Companion(path: path + suffix, state: Self.state(path + suffix))
        }
    }

    /// Makes sure that the store's files are those that it has open.
    ///
    /// - Throws: `StoreError` (`replaced`).
    func check(_ use: Use, _ action: String) throws {
        guard let change = change(use) else { return }
        throw StoreError(
            .replaced, action: action, location: location, reason: change,
            advice: "Open the store again. To replace a store's files, close it first.")
    }

    /// What another program has done to the files; `nil` where nothing can be seen.
    private func change(_ use: Use) -> String? {
        lock.withLock {
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
    }

    /// SQLite writes into the file in checkpoints alone, which leave a trace in the index of the log: a file that was
    /// written since with no trace was written by another program.
    private func changeOfContent() -> String? {
        guard let (now, checkpoints) = Self.state(path, index) else {
            return "the file was moved or deleted while it was open"
        }
        let isSame: Bool? =
            if let checkpoints, let known = self.checkpoints { checkpoints.isSame(as: known) } else { nil }
        if now.size < file.size, isSame != false {
            return "another program has cut the file off while it was open"
        }
        if isSame == true { return "another program has written into the file while it was open" }
        (file, self.checkpoints) = (now, checkpoints)
        return nil
    }

    private func changeOfCompanions() -> String? {
        for index in companions.indices {
            let now = Self.state(companions[index].path)
            guard let known = companions[index].state else {
                companions[index].state = now
                continue
            }
            if now?.isSameFile(as: known) == true { continue }
            return "\(companions[index].path) was deleted or replaced while it was open"
        }
        return nil
    }

    /// Whether what waits in the log may be moved into the file: only into the one that it belongs to, and with no
    /// other log at the path that would be deleted.
    var allowsCheckpoint: Bool {
        guard change(.writing) != nil else { return true }
        return lock.withLock {
            guard let now = Self.state(path), now.isSameFile(as: file), now.isUnchanged(since: file) else {
                return false
            }
            return Self.state(companions[0].path) == nil
        }
    }

    private static func state(_ path: String) -> quire_file_state? {
        var state = quire_file_state()
        return quire_state_of_file(path, &state) == 0 ? state : nil
    }

    /// The file together with the checkpoints that it has seen; these are `nil` while one may be running.
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
    /// Whether no checkpoint is under way.
    fileprivate var isDone: Bool { moved == attempted }

    fileprivate func isSame(as other: Self) -> Bool {
        salts == other.salts && moved == other.moved && attempted == other.attempted
    }
}
#endif
