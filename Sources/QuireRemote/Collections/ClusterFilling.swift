import QuireCore
import QuireEngine

/// The initial content of a new collection, before it goes live.
public enum ClusterFilling: Sendable {
    /// The content of the module's live collection, if there is one. If the module was renamed, the content of the
    /// collection under its former name.
    case copying
    /// All items of the module in another engine, for example a store.
    case engine(any ContentEngine)
    /// Nothing. Fill it afterwards, for example with an `EngineIndexer`.
    case nothing
}

extension ClusterFilling {
    /// The number of items that a new collection gets.
    ///
    /// - Parameter copied: The number of items in the collection that would be copied.
    package func itemCount(of module: ModuleDescriptor, copied: Int) async throws -> Int {
        switch self {
        case .copying: copied
        case .engine(let engine):
            try await ContentClient(engine: engine).count(SearchRequest(module: module))
        case .nothing: 0
        }
    }
}

/// The progress of filling a new collection.
public struct PreparationProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The number of stored items.
    public var stored: Int
    /// The total number of items, if it is known.
    public var total: Int?

    public init(module: String, stored: Int, total: Int? = nil) {
        self.module = module
        self.stored = stored
        self.total = total
    }
}
