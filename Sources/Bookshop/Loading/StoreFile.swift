import Foundation
import Quire
import QuireShared

/// The file of a store, and the data that it was built from.
///
/// A store is built in a separate file and swapped in when it is complete, so nobody ever opens a partial store.
struct StoreFile: Sendable {
    let url: URL
    /// Identifies the data that the file must contain.
    private let fingerprint: String
    /// Records what a file named by the user contains. A file in the caches has it in its name.
    private let note: URL?

    /// The given file, or one in the user's caches.
    ///
    /// - Parameters:
    ///   - source: Identifies where the data comes from.
    ///   - fingerprint: Identifies this version of the data and the schema.
    init(path: String?, source: String, fingerprint: String) throws {
        self.fingerprint = fingerprint
        if let path {
            url = URL(fileURLWithPath: path)
            note = URL(fileURLWithPath: url.path + ".source")
            return
        }
        let folder = try Self.cacheFolder()
        url = folder.appendingPathComponent(
            "\(StableHash(source).digits)-\(StableHash(fingerprint).digits).sqlite")
        note = nil
    }

    /// Whether the file exists and contains the right data.
    var isCurrent: Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        guard let note else { return true }
        return (try? String(contentsOf: note, encoding: .utf8)) == fingerprint
    }

    /// Checks that the file may be replaced.
    ///
    /// - Throws: `BookshopError` if the file was not created by this program, because it must not be deleted.
    func checkIsOurs() throws {
        guard let note, FileManager.default.fileExists(atPath: url.path) else { return }
        guard FileManager.default.fileExists(atPath: note.path) else {
            throw BookshopError(
                "'\(url.path)' exists and is not a store of this program. Choose another file.")
        }
    }

    /// The file in which to build the store.
    var building: URL {
        URL(fileURLWithPath: "\(url.path).building-\(ProcessInfo.processInfo.processIdentifier)")
    }

    /// Swaps the new store in.
    func takePlace() throws {
        let built = building
        defer { Self.remove(built) }
        if note != nil { Self.remove(url) }
        // Unlike a move, a link never replaces a file. If another process was faster, use its store.
        if link(built.path, url.path) != 0, errno != EEXIST {
            try FileManager.default.moveItem(at: built, to: url)
        }
        if let note { try Data(fingerprint.utf8).write(to: note, options: .atomic) } else { removeOlder() }
    }

    /// Removes a store and the auxiliary files of SQLite.
    static func remove(_ url: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // Missing files are ignored.
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
    }

    /// Removes older versions of the same data from the caches.
    private func removeOlder() {
        let folder = url.deletingLastPathComponent()
        let source = url.lastPathComponent.prefix { $0 != "-" }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix("\(source)-") && name.hasSuffix(".sqlite") && name != url.lastPathComponent {
            Self.remove(folder.appendingPathComponent(name))
        }
    }

    /// The program's folder in the user's caches.
    static func cacheFolder() throws -> URL {
        let manager = FileManager.default
        let caches = manager.urls(for: .cachesDirectory, in: .userDomainMask)
        for base in caches + [manager.temporaryDirectory] {
            let folder = base.appendingPathComponent("quire-bookshop")
            guard (try? manager.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
                continue
            }
            if manager.isWritableFile(atPath: folder.path) { return folder }
        }
        throw BookshopError("There is no folder for the store. Specify a file: --store FILE.")
    }
}
