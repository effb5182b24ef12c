import Foundation

/// Where a store is kept, and which data it was built from.
///
/// A store is built in a file of its own and takes its place when it is whole: nobody ever opens half of one.
struct StoreFile: Sendable {
    let url: URL
    /// What the file must hold.
    private let fingerprint: String
    /// Says what a file that the user named holds; a file in the caches says it in its name.
    private let note: URL?

    /// The file that was asked for, or one in the user's caches.
    ///
    /// - Parameters:
    ///   - source: What tells this data from data of other places.
    ///   - fingerprint: What tells this state of the data and the schema from others.
    init(path: String?, source: String, fingerprint: String) throws {
        self.fingerprint = fingerprint
        if let path {
            url = URL(fileURLWithPath: path)
            note = URL(fileURLWithPath: url.path + ".source")
            return
        }
        let folder = try Self.cacheFolder()
        url = folder.appendingPathComponent("\(Self.hash(source))-\(Self.hash(fingerprint)).sqlite")
        note = nil
    }

    /// Whether the file is there and holds what it must.
    var isCurrent: Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        guard let note else { return true }
        return (try? String(contentsOf: note, encoding: .utf8)) == fingerprint
    }

    /// Checks that the file may be replaced.
    ///
    /// - Throws: `Failure` where a file is there that this program did not make: it is not ours to remove.
    func checkIsOurs() throws {
        guard let note, FileManager.default.fileExists(atPath: url.path) else { return }
        guard FileManager.default.fileExists(atPath: note.path) else {
            throw Failure(
                "'\(url.path)' is there already and is no store of this program. Give another file.")
        }
    }

    /// Where to build the store.
    var building: URL {
        URL(fileURLWithPath: "\(url.path).building-\(ProcessInfo.processInfo.processIdentifier)")
    }

    /// Puts the store that was built in its place.
    func takePlace() throws {
        let built = building
        defer { Self.remove(built) }
        if note != nil { Self.remove(url) }
        // A link, unlike a move, never replaces: where another process was faster, its store will do.
        if link(built.path, url.path) != 0, errno != EEXIST {
            try FileManager.default.moveItem(at: built, to: url)
        }
        if let note { try Data(fingerprint.utf8).write(to: note, options: .atomic) } else { removeOlder() }
    }

    /// Removes a store with the files that SQLite keeps beside it.
    static func remove(_ url: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // What is not there needs no removing.
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
    }

    /// Removes what the caches hold of earlier states of the same data.
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
        throw Failure("There is no folder to keep the store in. Give a file: --store FILE.")
    }

    /// FNV-1a, for a file's name: the same in every run.
    static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
