import QuireToolbox

/// A condition across a relation matches more items than the client may look up.
public struct RelationLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The wire name of the module that was to be searched.
    public var module: String
    /// The wire name of the module of the items to look up.
    public var relatedModule: String
    /// The condition on these items, in readable form.
    public var condition: String
    /// The largest number of items to look up.
    public var maximum: Int

    package init(engine: String, module: String, relatedModule: String, condition: String, maximum: Int) {
        self.engine = engine
        self.module = module
        self.relatedModule = relatedModule
        self.condition = condition
        self.maximum = maximum
    }

    public var description: String {
        PlainText.error(
            "Could not search \(module): \(engine) cannot test related items, and more than \(maximum) items of "
                + "\(relatedModule) match \(condition)",
            "Narrow the condition, or raise the limit with relatedItems(upTo:).")
    }
}
