import Foundation
import QuireSchema

/// The state of a schema's files at one moment, without their contents.
///
/// Editors replace files by renaming, which changes the inode; or write them in place, which changes the time of
/// modification, with nanoseconds.
package struct SchemaSnapshot: Hashable {
    private struct File: Hashable {
        var path: String
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private var files: [File] = []
    /// The paths that do not exist, or folders without a document.
    package private(set) var missing: [String] = []

    package init(paths: [String]) {
        for path in paths {
            var newFiles: [File] = []
            for document in documentPaths([path]).paths {
                if let file = Self.file(document) { newFiles.append(file) }
            }
            if newFiles.isEmpty { missing.append(path) }
            files += newFiles
        }
    }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return File(
            path: path, device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
            seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}
