/// A change that a server has announced. It names what may have changed, and never has the new content.
public struct RealtimeChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The id of the item that was created, changed or deleted. `nil` if any item of the module may have.
    public var id: String?

    public init(module: String, id: String? = nil) {
        self.module = module
        self.id = id
    }
}
