import Foundation

/// Identifies a file, as opposed to other files at the same path at other times.
struct FileIdentity: Sendable, Hashable, Codable {
    /// The absolute path.
    var path: String
    var size: Int64
    /// The modification time in microseconds since 1970.
    var changed: Int64
    var number: Int64

    /// - Throws: The file system's error if the file does not exist.
    init(path: String) throws {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        let attributes = try FileManager.default.attributesOfItem(atPath: self.path)
        size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        changed = Int64((date * 1_000_000).rounded())
        number = (attributes[.systemFileNumber] as? NSNumber)?.int64Value ?? 0
    }
}
