import QuireToolbox

/// A request that an engine cannot express. Thrown before anything is sent or read.
public struct UnsupportedError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The part of the request, for example `!like on "title"`.
    public var node: String
    /// What to do instead.
    public var hint: String

    public init(engine: String, node: String, hint: String) {
        self.engine = engine
        self.node = node
        self.hint = hint
    }

    public var description: String { PlainText.oneLine("\(engine) cannot express \(node): \(hint)") }
}
