import Foundation

/// What tells a file from what stood, or will stand, at its path.
struct FileIdentity: Sendable, Hashable, Codable {
    /// Absolute.
    var path: String
    var size: Int64
    /// When it was changed, in microseconds since 1970.
    var changed: Int64
    var number: Int64

    /// - Throws: What the file system says where there is no such file.
    init(path: String) throws {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        let attributes = try FileManager.default.attributesOfItem(atPath: self.path)
        size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        changed = Int64((date * 1_000_000).rounded())
        number = (attributes[.systemFileNumber] as? NSNumber)?.int64Value ?? 0
    }
}
