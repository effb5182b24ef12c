import Foundation
import QuireCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The file of a search history: `{"quire":1,"searches":["moby dick","whale"]}`, most recent first.
///
/// A change reads the file, applies the change, writes a new file and atomically swaps it in, all under a lock. A crash
/// leaves the old or the new file, and two processes never lose each other's changes.
struct HistoryFile: Sendable {
    let path: String
    /// How long to wait if another process holds the lock.
    var patience: Duration = .seconds(2)

    private static let version: Int64 = 1
    private static let maximumBytes = 1 << 20

    private var lockPath: String { path + ".lock" }
    private var draft: String { path + ".new" }
    private var asidePrefix: String { path + ".aside-" }

    /// The searches, most recent first. Empty if there is no file.
    ///
    /// - Throws: `SearchHistoryError`. The file stays unchanged.
    func read() throws(SearchHistoryError) -> [String] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw refused("open")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do {
            data = try handle.read(upToCount: Self.maximumBytes + 1) ?? Data()
        } catch {
            throw SearchHistoryError(.refused, at: path, reason: "read: \(error.localizedDescription)")
        }
        guard data.count <= Self.maximumBytes else {
            throw SearchHistoryError(
                .damaged, at: path, reason: "it is larger than \(Self.maximumBytes) bytes")
        }
        return try searches(in: data)
    }

    /// Changes the searches in the file, safely across processes.
    ///
    /// - Parameter onProblem: Receives the problem of a file that was moved aside.
    /// - Returns: The new contents of the file.
    /// - Throws: `SearchHistoryError` if it could not be written. The file is unchanged.
    func update(
        _ change: ([String]) -> [String], onProblem: (SearchHistoryError) -> Void
    ) throws(SearchHistoryError) -> [String] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SearchHistoryError(.refused, at: path, reason: "its folder: \(error.localizedDescription)")
        }
        let lock = try locked()
        defer { close(lock) }
        var old: [String] = []
        do {
            old = try read()
        } catch  where error.kind == .damaged || error.kind == .newer {
            var problem = error
            problem.setAside = try setAside()
            onProblem(problem)
        }
        let new = change(old)
        if new.isEmpty {
            try remove(path)
        } else if new != old {
            try replace(with: new)
        }
        return new
    }

    /// Permanently removes the searches, including files that were moved aside, whatever their condition.
    func removeAll() throws(SearchHistoryError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        let lock = try locked()
        defer { close(lock) }
        try remove(path)
        try remove(draft)
        let aside = URL(fileURLWithPath: asidePrefix).lastPathComponent
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw SearchHistoryError(.refused, at: path, reason: "its folder: \(error.localizedDescription)")
        }
        for name in names where name.hasPrefix(aside) {
            try remove(folder.appendingPathComponent(name).path)
        }
    }

    // MARK: - The lock

    /// A descriptor that holds the lock until it is closed. The lock file is kept, because removing it would admit
    /// two processes.
    private func locked() throws(SearchHistoryError) -> Int32 {
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refused("open \(lockPath)") }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let error = refused("flock")
                close(descriptor)
                throw error
            }
            guard clock.now < deadline else {
                close(descriptor)
                throw SearchHistoryError(.busy, at: path, reason: "another process holds \(lockPath)")
            }
            usleep(2_000)
        }
        return descriptor
    }

    // MARK: - The contents

    private func searches(in data: Data) throws(SearchHistoryError) -> [String] {
        let document = try? JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            let value = try json.value()
            try json.expectEnd()
            return value
        }
        guard case .integer(let version)? = document?["quire"] else {
            throw SearchHistoryError(.damaged, at: path, reason: "it is not a file of searches")
        }
        guard version <= Self.version else {
            throw SearchHistoryError(
                .newer, at: path,
                reason: "it is of version \(version), and this library knows \(Self.version)")
        }
        guard version == Self.version, case .array(let elements)? = document?["searches"] else {
            throw SearchHistoryError(.damaged, at: path, reason: "it has no list of searches")
        }
        var searches: [String] = []
        for element in elements {
            guard case .string(let text) = element else {
                throw SearchHistoryError(.damaged, at: path, reason: "a search in it is not a text")
            }
            searches.append(text)
        }
        return searches
    }

    private func replace(with searches: [String]) throws(SearchHistoryError) {
        let document = JSONValue.object([
            .init("quire", .integer(Self.version)), .init("searches", .array(searches.map(JSONValue.string))),
        ])
        // Nobody else writes this file under the lock, so an existing one is left over from a crash.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refused("open \(draft)") }
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: Data(document.description.utf8))
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(draft)
            throw SearchHistoryError(.refused, at: path, reason: "write: \(error.localizedDescription)")
        }
        guard rename(draft, path) == 0 else {
            let error = refused("rename")
            unlink(draft)
            throw error
        }
        synchronizeFolder()
    }

    private func setAside() throws(SearchHistoryError) -> String {
        let aside = asidePrefix + String(UInt64.random(in: 0 ... .max), radix: 16)
        guard rename(path, aside) == 0 else { throw refused("rename") }
        return aside
    }

    private func remove(_ path: String) throws(SearchHistoryError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw refused("unlink \(path)") }
        synchronizeFolder()
    }

    /// Makes the new name survive a power failure, if the system supports it.
    private func synchronizeFolder() {
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func refused(_ call: String) -> SearchHistoryError {
        SearchHistoryError(.refused, at: path, reason: "\(call): \(String(cString: strerror(errno)))")
    }
}
