import QuireCore
import QuireEngine

/// An engine that stores many complete instances. `quire load` fills search clusters through it.
///
/// A load requests a collection, fills it batch by batch, and makes it live. If the collection is live already, this
/// changes nothing.
package protocol InstanceLoading: ContentEngine {
    /// Returns the collection to load a module into: the live one if it was created from the same schema, otherwise
    /// one that is not live yet.
    ///
    /// - Parameters:
    ///   - replacing: Whether to use a new collection even if the live one matches, so that items that are not loaded
    ///     are gone afterwards.
    ///   - resuming: Whether to continue with a collection that an earlier load created from the same schema and did
    ///     not finish. Otherwise, it is removed and a new one is created.
    /// - Throws: The engine's errors.
    func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace

    /// Stores complete instances, each replacing one with the same id. Values, metadata (including `updatedAt` and
    /// `createdBy`) and unknown keys are kept. Loading is idempotent.
    ///
    /// - Returns: For each instance, in order, `nil` if the engine has stored it, otherwise the failure.
    /// - Throws: The engine's errors if the result of every instance is unknown. The batch may then be sent again.
    func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?]

    /// Atomically makes the collection live, and removes the previous one.
    func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws
}

/// A collection, or index, that a load fills.
package struct LoadingPlace: Sendable, Hashable {
    /// The name of the collection itself, not of an alias.
    package var name: String
    /// Distinguishes the collection from an earlier one with the same name, for example its creation time or the
    /// engine's internal id.
    package var identity: String
    /// Whether searches use it.
    package var isLive: Bool

    package init(name: String, identity: String, isLive: Bool) {
        self.name = name
        self.identity = identity
        self.isLive = isLive
    }
}
