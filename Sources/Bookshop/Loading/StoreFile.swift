import Foundation

/// Where a store is kept, and which data it was built from.
///
/// A note beside the file (`FILE.source`) says what the store holds; the store is built anew when the data or the schema
/// is another.
struct StoreFile: Sendable {
    let url: URL

    private var note: URL { URL(fileURLWithPath: url.path + ".source") }

    /// The file that was asked for, or one in the user's caches for this data.
    init(path: String?, for data: DataFiles) throws {
        if let path {
            url = URL(fileURLWithPath: path)
            return
        }
        let manager = FileManager.default
        let caches =
            manager.urls(for: .cachesDirectory, in: .userDomainMask).first ?? manager.temporaryDirectory
        let paths = data.files.map(\.url.path).joined(separator: "\n")
        for base in [caches, manager.temporaryDirectory] {
            let folder = base.appendingPathComponent("quire-bookshop")
            if (try? manager.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
                manager.isWritableFile(atPath: folder.path)
            {
                url = folder.appendingPathComponent("\(Self.hash(paths)).sqlite")
                return
            }
        }
        throw Failure("There is no folder to keep the store in. Give a file: --store FILE.")
    }

    /// Whether the file holds that data already.
    func holds(_ fingerprint: String) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
            && (try? String(contentsOf: note, encoding: .utf8)) == fingerprint
    }

    /// Makes room for a new store.
    ///
    /// - Throws: `Failure` where the file is there but was not made by this program: it is not ours to remove.
    func clear() throws {
        let manager = FileManager.default
        guard manager.fileExists(atPath: url.path) else { return }
        guard manager.fileExists(atPath: note.path) else {
            throw Failure(
                "'\(url.path)' is there already and is no store of this program. Give another file, or remove it."
            )
        }
        for suffix in ["", "-wal", "-shm", "-journal"] where manager.fileExists(atPath: url.path + suffix) {
            try manager.removeItem(atPath: url.path + suffix)
        }
    }

    /// Marks the file as this program's, before anything is in it.
    func claim() throws { try Data().write(to: note) }

    /// Notes what the file holds, once all of it is in.
    func record(_ fingerprint: String) throws { try Data(fingerprint.utf8).write(to: note, options: .atomic) }

    /// FNV-1a, for a file's name: the same in every run.
    static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
