#if SQLite
import Foundation

/// Checks the path of a store before SQLite opens it.
struct StorePath {
    let path: String

    init(_ path: String) { self.path = path }

    /// - Throws: `StoreError` if no store can be at the path.
    func check(isReadOnly: Bool) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isFolder.boolValue {
            throw StoreError(
                .cannotOpen, action: "open the store", location: path,
                reason: "the path is a folder",
                advice: "Give the path of a file, which may be one inside that folder.")
        }
        if isReadOnly, !exists {
            throw StoreError(
                .cannotOpen, action: "open the store", location: path, reason: "the file does not exist",
                advice: "Check the path. To create a store, open it read-write, or run `quire load`.")
        }
    }

    /// Whether files next to the store cannot be written and do not exist, for example in an app's bundle. SQLite can
    /// read such a file only if it is declared immutable.
    var isSealed: Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return !FileManager.default.isWritableFile(atPath: folder)
            && !FileManager.default.fileExists(atPath: path + "-wal")
    }

    /// The mode in which a reading connection opens the file.
    var readingMode: Connection.Mode { isSealed ? .sealed : .readOnly }

    /// The URI that declares the file immutable.
    var sealedAddress: String {
        let full = URL(fileURLWithPath: path).path
        let allowed = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
        return "file:\(full.addingPercentEncoding(withAllowedCharacters: allowed) ?? full)?immutable=1"
    }
}
#endif
