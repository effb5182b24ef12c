/// The progress of loading one file into one target.
struct LoadState: Sendable, Hashable, Codable {
    /// The format version. States of other versions are ignored.
    var version = Self.version
    var target: String
    /// The identity of the store or collection.
    var ground: String
    var file: FileIdentity
    /// All lines before this position are stored or skipped.
    var position: LinePosition
    /// The number of stored items, including those of resumed loads.
    var loaded = 0
    /// The number of skipped lines.
    var leftOut = 0
    /// Whether the file is complete, while others of the same load are not.
    var isWhole = false

    static let version = 1
}
