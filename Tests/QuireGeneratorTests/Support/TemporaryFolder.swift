import Foundation

/// A temporary folder that is removed with the test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.path(percentEncoded: false) }

    func write(_ text: String, to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The files of a folder by name.
    func texts(in name: String) throws -> [String: String] {
        let folder = url.appending(path: name)
        var result: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            result[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return result
    }

    /// The modification date of each file in a folder.
    func times(in name: String) throws -> [String: Date] {
        var result: [String: Date] = [:]
        let folder = url.appending(path: name)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) {
            let path = folder.appending(path: file).path(percentEncoded: false)
            result[file] = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        return result
    }
}
