import QuireCore
import QuireRemote

/// What preparing the collection of a module takes, found out before anything changes.
struct CollectionChange: Sendable {
    /// The collection that the alias points to, even if it no longer exists.
    let live: String?
    /// The collection whose documents are copied: the live one or, if there is none, that of a former name.
    private(set) var source: (name: String, description: JSONValue)?
    /// The name of the new collection; `nil` if the live one matches.
    private(set) var next: String?
    /// The former name of the module whose collection is the source.
    private(set) var formerName: String?
    /// Whether the live collection has the right name, but other fields.
    private(set) var isChanged = false

    /// - Throws: `CollectionError` if the live collection was changed by something else, unless it is rebuilt anyway.
    init(
        _ places: CollectionPlaces, _ layout: CollectionLayout, _ settings: TypesenseSettings,
        restarting: Bool
    ) async throws {
        try await places.checkNotForeign(layout.alias)
        live = try await places.live(layout.alias)
        next = live == layout.name ? layout.otherName : layout.name
        guard let live, let description = try await places.description(live) else {
            for name in layout.module.module.formerNames {
                guard let former = try await places.live(CollectionLayout.alias(of: name, settings)),
                    let description = try await places.description(former)
                else { continue }
                source = (former, description)
                formerName = name
                return
            }
            return
        }
        source = (live, description)
        guard live == layout.name || live == layout.otherName else { return }
        let differences = layout.differences(to: description)
        isChanged = !differences.isEmpty
        guard isChanged else {
            next = nil
            return
        }
        guard restarting else {
            throw CollectionError(
                .changed, engine: TypesenseConnection.engineName, collection: live, facts: differences)
        }
    }

    /// The error for a collection that another process fills, or did not finish.
    static func unfinished(_ name: String) -> CollectionError {
        CollectionError(
            .unfinished, engine: TypesenseConnection.engineName, collection: name,
            facts: ["no alias points at it"])
    }

    /// The source's documents of other programs.
    func foreign(_ connection: TypesenseConnection) -> ForeignDocuments? {
        source.map { ForeignDocuments(connection, $0.name, $0.description) }
    }

    /// The number of documents in the source.
    var documents: Int {
        if case .integer(let count)? = source?.description.member("num_documents") { Int(count) } else { 0 }
    }
}
