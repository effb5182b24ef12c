import QuireEngine

/// What a new collection is filled with, before searches see it.
public enum ClusterFilling: Sendable {
    /// What the live collection of the module holds; nothing where there is none.
    case copying
    /// All items of the module that another engine holds, for example a store.
    case engine(any ContentEngine)
    /// Nothing: fill it afterwards, for example with an `EngineIndexer`.
    case nothing
}

/// How far the filling of a new collection is.
public struct PreparationProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// How many items were stored.
    public var stored: Int
    /// How many there are, where that is known.
    public var total: Int?

    public init(module: String, stored: Int, total: Int? = nil) {
        self.module = module
        self.stored = stored
        self.total = total
    }
}
