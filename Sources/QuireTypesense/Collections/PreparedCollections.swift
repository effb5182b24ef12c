import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The collections that Quire makes for a module: a live one behind an alias, and a new one beside it.
struct PreparedCollections: CollectionDriver {
    let connection: TypesenseConnection
    let settings: TypesenseSettings
    let layout: CollectionLayout
    let vocabularies: VocabularyCache

    private var places: CollectionPlaces { CollectionPlaces(connection: connection) }

    var module: ModuleDescriptor { layout.module.module }
    var engineName: String { TypesenseConnection.engineName }
    var liveName: String { layout.alias }
    var unfinishedPolicy: UnfinishedPolicy { .refuse }

    // MARK: - Descriptions

    func live() async throws -> (name: String, state: CollectionState?)? {
        try await places.checkNotForeign(layout.alias)
        guard let name = try await places.live(layout.alias) else { return nil }
        guard let description = try await places.description(name) else { return (name, nil) }
        guard name == layout.name || name == layout.otherName else {
            return (name, .otherSchema(layout.fieldDifferences(to: description)))
        }
        let differences = layout.differences(to: description)
        return (name, differences.isEmpty ? .current : .changed(differences))
    }

    func live(formerly name: String) async throws -> String? {
        guard let former = try await places.live(CollectionLayout.alias(of: name, settings)),
            try await places.description(former) != nil
        else { return nil }
        return former
    }

    func next(after live: String?) -> String { live == layout.name ? layout.otherName : layout.name }

    func differences(of collection: String) async throws -> [String]? {
        try await places.description(collection).map(layout.differences)
    }

    func note(of collection: String) async throws -> JSONValue? {
        // A key may have no permission for presets.
        try? await places.note(of: collection)
    }

    func count(of collection: String) async throws -> Int {
        try await places.description(collection)?.member("num_documents")?.int ?? 0
    }

    func identity(of collection: String, isResumed: Bool) async throws -> String {
        guard let description = try await places.description(collection) else {
            throw error(.missing, collection, facts: ["it is gone again"])
        }
        return "\(collection) \(description.member("created_at")?.description ?? "")"
    }

    func alterations(of live: String) async throws -> (items: Int, settings: [String]) {
        let count = try await foreignDocuments(live).count()
        var isDescribed = true
        // A key without permission for presets could not add the description.
        do { isDescribed = try await places.note(of: live) != nil } catch {}
        return (count, isDescribed ? [] : ["adds the description for quire import"])
    }

    // MARK: - Steps

    func create(_ collection: String) async throws -> Bool {
        try await places.create(layout, named: collection)
    }

    func remove(_ collection: String) async throws { try await places.remove(collection) }

    func addNote(to collection: String) async { await places.noteIfMissing(layout, named: collection) }

    func alter(_ live: String, _ report: Report) async throws -> Int {
        await addNote(to: live)
        let count = try await complete(live)
        if count > 0 { report(count, count) }
        return count
    }

    func store(_ instances: [JSONValue], in collection: String) async throws -> [WriteError?] {
        await vocabularies.forgetAll()
        let writer = DocumentWriter(layout: layout)
        return try await storeEach(instances, of: module) { instances in
            let results = try await DocumentImport(connection: connection, collection: collection).sendAll(
                instances.map { writer.document(of: $0) }, .upsert, batchSize: settings.batchSize)
            return zip(instances, results).map { instance, refusal in
                refusal.map {
                    WriteError($0, WriteOperation(.createOrUpdate, module, id: instance.instanceID))
                }
            }
        }
    }

    func copy(
        from source: String, to collection: String, _ report: Report
    ) async throws -> (copy: CollectionCopy, known: CollectionCopy.Versions) {
        // The copy reads documents in the order of their keys, so all need keys.
        let foreign = try await foreignDocuments(source)
        _ = try await foreign.complete(
            .update, batchSize: settings.batchSize, line: foreign.leastFields)
        let copy = CollectionCopy(
            connection: connection, layout: layout, source: source, target: collection,
            batchSize: settings.batchSize, former: try await former(source))
        try await copy.copyAll(report)
        return (copy, try await copy.catchUp())
    }

    func makeLive(
        _ collection: String, insteadOf live: String?,
        _ copy: (copy: CollectionCopy, known: CollectionCopy.Versions)?
    ) async throws {
        try await places.point(layout.alias, at: collection)
    }

    func finish(_ copy: (copy: CollectionCopy, known: CollectionCopy.Versions)) async throws {
        try await copy.copy.finish(copy.known)
    }

    // MARK: - Documents of other programs

    /// Completes documents that lack the derived fields. Returns their number.
    func complete(_ collection: String) async throws -> Int {
        let writer = DocumentWriter(layout: layout)
        return try await foreignDocuments(collection)
            .complete(.upsert, batchSize: settings.batchSize) { document in
                layout.document.instance(of: document.json).map { writer.document(of: $0) }
            }
    }

    private func foreignDocuments(_ collection: String) async throws -> ForeignDocuments {
        ForeignDocuments(
            connection, collection, description: try await places.description(collection) ?? .null)
    }

    /// How a collection holds items, whose schema may hide other metadata.
    private func former(_ source: String) async throws -> PlainDocument {
        // What is indexed tells as much as the note, except for fields of JSON.
        var names = ModuleNote.fieldNames(in: try await note(of: source)) ?? []
        for field in try await places.description(source)?.member("fields")?.elements ?? [] {
            guard let name = field.member("name")?.string, name.hasPrefix("q_x_") else { continue }
            names.insert(String(name.dropFirst(4)))
        }
        return PlainDocument(
            layout.module, convertsPlaces: false, fidelity: .losesNull,
            hidden: PlainDocument.hiddenMetadata { names.contains($0) })
    }
}
