/// A file of generated code.
public struct GeneratedFile: Hashable, Sendable {
    /// The name in the output folder.
    public var name: String
    public var text: String
}
