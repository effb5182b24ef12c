#if SQLite
import Foundation

/// A store's files on disk: its main file, and its write-ahead log if it is not empty.
struct StoredFiles: Equatable {
    var content: Data
    var log: Data?

    init(_ path: String) throws {
        content = try Data(contentsOf: URL(fileURLWithPath: path))
        log = FileManager.default.contents(atPath: path + "-wal")
        if log?.isEmpty == true { log = nil }
    }

    func write(to path: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        try content.write(to: URL(fileURLWithPath: path))
        try log?.write(to: URL(fileURLWithPath: path + "-wal"))
    }
}
#endif
