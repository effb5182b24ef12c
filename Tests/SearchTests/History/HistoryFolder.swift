import Foundation

/// A temporary folder that is removed with the test.
final class HistoryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var file: URL { url.appendingPathComponent("searches.json") }

    var text: String {
        get throws { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
    }

    /// The names of the folder's files, except for the lock.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasSuffix(".lock") }
                .sorted()
        }
    }

    func write(_ text: String) throws { try Data(text.utf8).write(to: file) }
}
