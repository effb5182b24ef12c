import QuireCore
import QuireEngine

/// An engine that takes many instances as they are: what `quire load` fills a search cluster through.
///
/// A load asks for a place, fills it batch by batch, and puts it live; where the place is live already, putting it
/// there again changes nothing.
package protocol InstanceLoading: ContentEngine {
    /// The collection that a load of the module goes into: the live one where it was made from the same schema, else
    /// one that searches do not see yet.
    ///
    /// - Parameters:
    ///   - replacing: Asks for a collection that searches do not see yet even where the live one would do, so that
    ///     what is not loaded is gone once it is live.
    ///   - resuming: Whether the unseen collection may be the one that an earlier load made from the same schema and
    ///     never put live. Otherwise that one is removed, and a new one is made.
    /// - Throws: The engine's errors.
    func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace

    /// Stores instances whole, each in the place of one of the same id: values, metadata (`updatedAt`, `createdBy` and
    /// the like too) and unknown keys stay as they are. Loaded twice, it comes to the same as once.
    ///
    /// - Returns: For each instance, in order, `nil` once the engine has acknowledged it, else why it was not stored.
    /// - Throws: The engine's errors where nothing is known of any instance; the batch may then be sent again.
    func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteFailure?]

    /// Lets searches see the place, in one step, and removes the collection that they saw before.
    func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws
}

/// A collection, or index, that a load fills.
package struct LoadingPlace: Sendable, Hashable {
    /// The name of the collection itself, not of an alias.
    package var name: String
    /// What tells the collection from an earlier one of the same name, for example when it was made, or the engine's
    /// own id of it.
    package var identity: String
    /// Whether searches see it.
    package var isLive: Bool

    package init(name: String, identity: String, isLive: Bool) {
        self.name = name
        self.identity = identity
        self.isLive = isLive
    }
}
