import QuireCore
import QuireEngine

/// Prepares the collection of a module on a search server, and gives loads their place.
///
/// A collection whose schema has changed is replaced: a new one is created, filled beside the live one, and then made
/// live in one step. The extensions decide what happens; an engine describes its collections and carries out single
/// steps.
package protocol CollectionDriver: Sendable {
    /// What a copy has copied, so that later changes can follow.
    associatedtype Copy: Sendable

    typealias Report = @Sendable (_ stored: Int, _ total: Int?) -> Void

    var module: ModuleDescriptor { get }
    /// The engine's name.
    var engineName: String { get }
    /// The name that searches use.
    var liveName: String { get }
    var unfinishedPolicy: UnfinishedPolicy { get }
    /// Whether starting over also recreates a live collection that matches.
    var recreatesCurrent: Bool { get }

    // MARK: - Descriptions

    /// The live collection. The state is `nil` if it no longer exists.
    ///
    /// - Throws: `CollectionError` if another program made it.
    func live() async throws -> (name: String, state: CollectionState?)?

    /// The live collection of the module under a former name.
    func live(formerly name: String) async throws -> String?

    /// The name of the collection that replaces the live one.
    func next(after live: String?) async throws -> String

    /// The name of a collection after it has gone live.
    func nameWhenLive(_ collection: String) -> String

    /// The differences between a collection that is not live and the schema; `nil` if the collection does not exist.
    func differences(of collection: String) async throws -> [String]?

    /// The note of a collection; `nil` if it has none, or if reading it is not permitted.
    func note(of collection: String) async throws -> JSONValue?

    func count(of collection: String) async throws -> Int

    /// Distinguishes a collection from an earlier one with the same name.
    ///
    /// - Parameter isResumed: Whether a load continues in the collection.
    func identity(of collection: String, isResumed: Bool) async throws -> String

    /// What is missing in a live collection that matches the schema: items without derived fields, and settings.
    func alterations(of live: String) async throws -> (items: Int, settings: [String])

    // MARK: - Steps

    /// Creates an empty collection. Returns `false` if one with this name exists.
    func create(_ collection: String) async throws -> Bool

    func remove(_ collection: String) async throws

    /// Adds the note that `quire import` reads. Nothing else depends on it, so a failure is not an error.
    func addNote(to collection: String) async

    /// Adds what is missing. Returns the number of items.
    func alter(_ live: String, _ report: Report) async throws -> Int

    /// Stores whole instances, each replacing one with the same id.
    func store(_ instances: [JSONValue], in collection: String) async throws -> [WriteError?]

    /// Copies the items of a collection, which may have been made for another schema, including changes made meanwhile.
    func copy(from source: String, to collection: String, _ report: Report) async throws -> Copy

    /// Makes a collection live in one step. Searches see one of the two at any time.
    func makeLive(_ collection: String, insteadOf live: String?, _ copy: Copy?) async throws

    /// After the collection has gone live: copies the last changes.
    func finish(_ copy: Copy) async throws
}

/// How a live collection compares with the schema.
package enum CollectionState: Sendable {
    case current
    /// It was created for another schema. The differences are for people to read.
    case otherSchema([String])
    /// Something else changed it.
    case changed([String])
    /// Another program made it. It is replaced only if the caller starts over.
    case foreign([String])
}

/// What happens to a collection that was created and never went live.
package enum UnfinishedPolicy: Sendable {
    /// It is removed if filling fails. After a crash it is an error, unless the caller starts over.
    case refuse
    /// It is kept, and a copy continues in it. If it was filled from elsewhere, it is an error as above.
    case resume
    /// It is removed.
    case remove
}

extension CollectionDriver {
    /// An error about a collection.
    package func error(
        _ reason: CollectionError.Reason, _ collection: String, _ facts: [String] = []
    ) -> CollectionError {
        CollectionError(reason, engine: engineName, collection: collection, facts: facts)
    }

    package func finish(_ copy: Copy) async throws {}

    package var recreatesCurrent: Bool { false }

    package func nameWhenLive(_ collection: String) -> String { collection }
}
