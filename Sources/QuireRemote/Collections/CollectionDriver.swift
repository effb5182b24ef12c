import QuireCore
import QuireEngine
import QuireToolbox

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
        _ reason: CollectionError.Reason, _ collection: String, facts: [String] = []
    ) -> CollectionError {
        CollectionError(reason, engine: engineName, collection: collection, facts: facts)
    }

    package func finish(_ copy: Copy) async throws {}

    package var recreatesCurrent: Bool { false }

    package func nameWhenLive(_ collection: String) -> String { collection }
}

extension CollectionDriver {
    /// The live collection, which must match the schema.
    ///
    /// - Throws: `CollectionError` otherwise.
    package func currentCollection() async throws -> String {
        guard let live = try await live(), let state = live.state else {
            throw error(.missing, liveName)
        }
        switch state {
        case .current: return live.name
        case .changed(let differences), .otherSchema(let differences), .foreign(let differences):
            throw error(.otherSchema, live.name, facts: differences)
        }
    }

    /// The collection to load into. See `InstanceLoading`.
    package func loadingPlace(replacing: Bool, resuming: Bool) async throws -> LoadingPlace {
        let live = try await live()
        if let live {
            switch live.state {
            case .foreign(let differences)?: throw error(.changed, live.name, facts: differences)
            case .changed(let differences)? where !replacing:
                throw error(.changed, live.name, facts: differences)
            case .current? where !replacing:
                await addNote(to: live.name)
                return try await place(live.name, isLive: true, isResumed: resuming)
            default: break
            }
        }
        let next = try await next(after: live?.name)
        if let differences = try await differences(of: next) {
            if resuming, differences.isEmpty {
                return try await place(next, isLive: false, isResumed: true)
            }
            try await remove(next)
        }
        try await createNew(next)
        return try await place(next, isLive: false, isResumed: false)
    }

    private func place(_ collection: String, isLive: Bool, isResumed: Bool) async throws -> LoadingPlace {
        LoadingPlace(
            name: collection,
            identity: try await identity(of: collection, isResumed: isResumed), isLive: isLive)
    }

    /// Makes a loaded collection live, and removes the previous one.
    package func putLive(_ place: LoadingPlace) async throws {
        let live = try await live()?.name
        let former = live == place.name ? nil : live
        try await makeLive(place.name, insteadOf: former, nil)
        if let former { try await removeFormer(former, after: place.name) }
    }
}

extension CollectionDriver {
    /// Finds out what `prepare` would do; `nil` if nothing changes.
    package func plan(
        _ filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan.Module? {
        let step = try await step(filling, restarting: restarting)
        guard let next = step.next else { return try await alteration(of: step.live) }
        var differences = step.differences
        switch step.unfinished {
        case .none: break
        case .removed: differences.append("deletes the unfinished \(next) first")
        case .resumed where step.source == nil:
            return PreparationPlan.Module(
                module.name, .alter, live: nil, collection: next,
                differences: ["makes the unused index live"])
        case .resumed: differences.append("continues with the unfinished \(next)")
        }
        var copied = 0
        if case .copying = filling, let source = step.source {
            copied = try await count(of: source)
        }
        return PreparationPlan.Module(
            module.name, step.live == nil ? .create : .rebuild, live: step.live,
            collection: nameWhenLive(next),
            writtenItems: try await filling.itemCount(of: module, copied: copied),
            differences: differences)
    }

    private func alteration(of live: String?) async throws -> PreparationPlan.Module? {
        guard let live else { return nil }
        let (items, settings) = try await alterations(of: live)
        let documents = items == 1 ? "1 document" : "\(items) documents"
        let differences =
            (items == 0 ? [] : ["completes \(documents) of other programs without Quire's fields"]) + settings
        guard !differences.isEmpty else { return nil }
        return PreparationPlan.Module(
            module.name, .alter, live: live, collection: live, writtenItems: items, differences: differences)
    }

    /// Creates the collection if it is missing or has an older schema, and makes it live.
    package func prepare(
        _ filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        let name = module.name
        let report: Report = { stored, total in
            onProgress(PreparationProgress(module: name, stored: stored, total: total))
        }
        let step = try await step(filling, restarting: restarting)
        guard let next = step.next else {
            if let live = step.live { _ = try await alter(live, report) }
            return
        }
        if step.unfinished == .removed { try await remove(next) }
        if step.unfinished != .resumed { try await createNew(next) }
        let copy: Copy?
        do {
            copy = try await fill(next, from: step.source, filling, report: report)
        } catch {
            await discard(next)
            throw error
        }
        do {
            try await makeLive(next, insteadOf: step.live, copy)
        } catch let error as any OutageError where !error.isOutage {
            // It is certainly not live.
            await discard(next)
            throw error
        }
        if let copy { try await finish(copy) }
        if let live = step.live { try await removeFormer(live, after: next) }
    }

    func createNew(_ collection: String) async throws {
        guard try await create(collection) else {
            throw error(.unfinished, collection, facts: ["another process has just made it"])
        }
    }

    /// Fills a new collection. Returns the copy if the content comes from another collection.
    private func fill(
        _ collection: String, from source: String?, _ filling: ClusterFilling,
        report: @escaping Report
    ) async throws -> Copy? {
        switch filling {
        case .nothing: return nil
        case .engine(let engine):
            var stored = 0
            try await engine.readInstances(of: module) { instances, total in
                let failures = try await storeWithRetries(instances) {
                    try await store($0, in: collection)
                }
                for case let failure? in failures { throw failure }
                stored += instances.count
                report(stored, total)
            }
            return nil
        case .copying:
            guard let source else { return nil }
            return try await copy(from: source, to: collection, report)
        }
    }

    /// Removes a collection that did not go live, also if the task was cancelled. If that fails, `restarting` does it.
    private func discard(_ collection: String) async {
        if unfinishedPolicy == .resume { return }
        await Task { try? await remove(collection) }.value
    }

    func removeFormer(_ live: String, after next: String) async throws {
        if live != nameWhenLive(next) { try await remove(live) }
    }
}
