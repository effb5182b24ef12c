/// How far the load of one file into one target is.
struct LoadState: Sendable, Hashable, Codable {
    /// Of this form; a state of another one is passed over.
    var version = Self.version
    var target: String
    /// The identity of what is filled.
    var ground: String
    var file: FileIdentity
    /// All lines before it are acknowledged, or left out.
    var position: LinePosition
    /// Items stored, by all the loads that went on with each other.
    var loaded = 0
    /// Lines left out.
    var leftOut = 0
    /// Whether the file is loaded whole, while others of the same load are not.
    var isWhole = false

    static let version = 1
}
