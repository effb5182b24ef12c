import Foundation

/// Folders for servers' data, each removed by the guard that it is given to.
enum ServerFolder {
    static func make() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-search-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
