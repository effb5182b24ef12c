import QuireToolbox

/// No item has the requested id.
public struct ItemNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The engine's name.
    public var engine: String
    /// The module's name on the wire.
    public var module: String
    public var id: String

    public init(engine: String, module: String, id: String) {
        self.engine = engine
        self.module = module
        self.id = id
    }

    public var description: String {
        PlainText.error(
            "\(engine) found no item \(id) of \(module)",
            "Check the id and the query's conditions. If the item need not exist, call item(ifExists:).")
    }
}
