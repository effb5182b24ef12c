import Foundation

/// Folders for servers' data. Each is removed by its server's guard.
package enum ServerFolder {
    package static func make() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-search-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
