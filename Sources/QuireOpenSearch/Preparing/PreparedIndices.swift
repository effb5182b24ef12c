import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The indices that Quire makes for a module: a live one behind an alias, and a new one beside it.
struct PreparedIndices: CollectionDriver {
    let administration: IndexAdministration
    let layout: IndexLayout
    let vocabularies: VocabularyCache

    private var names: IndexNames { layout.names }
    private var settings: OpenSearchSettings { administration.settings }

    var module: ModuleDescriptor { layout.module.module }
    var engineName: String { ClusterConnection.engineName }
    var liveName: String { names.alias }
    /// A copied document stores the version of its original, so that a copy can continue.
    var unfinishedPolicy: UnfinishedPolicy { .resume }

    // MARK: - Descriptions

    func live() async throws -> (name: String, state: CollectionState?)? {
        let own = try await administration.ownIndices(of: names)
        guard let index = own.first else { return nil }
        guard own.count == 1 else {
            return (index, .changed(["the alias points at \(own.joined(separator: ", "))"]))
        }
        let differences = try await differences(of: index) ?? []
        guard names.fits(index) else { return (index, .otherSchema(differences)) }
        return (index, differences.isEmpty ? .current : .changed(differences))
    }

    func live(formerly name: String) async throws -> String? {
        guard let names = try? IndexNames(ModuleDescriptor(name: name, fields: []), settings) else {
            return nil
        }
        return try await administration.indices(behind: names.alias).first
    }

    func next(after live: String?) async throws -> String {
        let unfinished = try await administration.indices(of: names).first { index in
            index.aliases.isEmpty && names.fits(index.name)
        }
        return unfinished?.name ?? (live == names.base ? names.renewed : names.base)
    }

    func differences(of collection: String) async throws -> [String]? {
        try await administration.mapping(of: collection)
            .map(IndexMapping(module: layout.module).differences)
    }

    func note(of collection: String) async throws -> JSONValue? {
        try await administration.mapping(of: collection)?["_meta"]?["quire"]
    }

    func count(of collection: String) async throws -> Int {
        try await administration.count(of: collection, where: .everything)
    }

    func identity(of collection: String, isResumed: Bool) async throws -> String {
        try await administration.identity(of: collection)
    }

    func alterations(of live: String) async throws -> (items: Int, settings: [String]) {
        let count = try await administration.count(of: live, where: .not(.exists(LayoutField.id)))
        let isDescribed = try await note(of: live) != nil
        return (count, isDescribed ? [] : ["adds the description for quire import"])
    }

    // MARK: - Steps

    func create(_ collection: String) async throws -> Bool {
        try await administration.create(collection, for: module)
    }

    func remove(_ collection: String) async throws { try await administration.remove(collection) }

    func addNote(to collection: String) async {
        await administration.noteIfMissing(of: collection, for: module)
    }

    func alter(_ live: String, _ report: Report) async throws -> Int {
        await addNote(to: live)
        return try await repair(of: live).fill(report)
    }

    func repair(of index: String) -> IndexRepair {
        IndexRepair(administration: administration, layout: layout, index: index)
    }

    func store(_ instances: [JSONValue], in collection: String) async throws -> [WriteError?] {
        try await store(instances, in: collection, refresh: .later)
    }

    func copy(from source: String, to collection: String, _ report: Report) async throws -> IndexCopy {
        let mapping = try await administration.mapping(of: source)
        guard mapping?["properties"]?[LayoutField.id] != nil else {
            throw error(
                .changed, source, facts: ["its items have no id that Quire derived, so they cannot be copied"]
            )
        }
        // Items of other programs have no place in the order that the copy follows.
        _ = try await repair(of: source).fill { _, _ in }
        let fields = ModuleNote.fieldNames(in: mapping?["_meta"]?["quire"])
        let former = PlainDocument(
            layout.module, longitudeFirst: true,
            hidden: fields.map { fields in PlainDocument.hiddenMetadata { fields.contains($0) } })
        let copy = IndexCopy(
            administration: administration, document: layout.document, former: former, old: source,
            new: collection)
        try await copy.run(report)
        return copy
    }

    /// Searches keep working, and no write goes to an index that is about to be deleted: writers wait until the alias
    /// points to the new one.
    func makeLive(_ collection: String, insteadOf live: String?, _ copy: IndexCopy?) async throws {
        let old = try await administration.indices(behind: names.alias).filter { $0 != collection }
        for index in old { try await administration.blockWrites(index) }
        do {
            if let copy, !old.isEmpty { _ = try await copy.pass { _ in } }
            try await administration.refresh(collection)
            try Task.checkCancellation()
            try await administration.point(names.alias, at: collection, insteadOf: old)
        } catch {
            // Another process may have made the same switch a moment earlier.
            guard await isDone(old, collection), !(error is CancellationError) else { throw error }
        }
        for index in old where index != live && names.isOwn(index) { try await remove(index) }
    }

    /// Whether the alias nevertheless points to the new index. If it does not, writes to the old ones are allowed
    /// again.
    private func isDone(_ old: [String], _ new: String) async -> Bool {
        // Uses a separate task, because the calls would fail if this task has been cancelled.
        let (administration, alias) = (administration, names.alias)
        let check = Task {
            if try await administration.indices(behind: alias) == [new] { return true }
            for index in old { try await administration.allowWrites(index) }
            return false
        }
        return (try? await check.value) ?? false
    }
}

extension PreparedIndices {
    /// Stores whole instances in an index, each replacing one with the same id.
    func store(
        _ instances: [JSONValue], in index: String, refresh: OpenSearchSettings.Refresh
    ) async throws -> [WriteError?] {
        await vocabularies.forgetAll()
        let (connection, settings) = (administration.connection, administration.settings)
        let alias = IndexNames.writer(of: index)
        return try await storeEach(instances, of: module, longestID: IndexLimits.id) { instances in
            let outcomes = try await BulkSender(connection: connection, settings: settings).send(
                instances.map { instance in
                    let document = IndexedDocument(instance, of: layout.document, settings.analyzer)
                    return .writing(document, behind: alias)
                },
                refresh: refresh, intent: .write, "store \(instances.count) items of \(module.name)")
            return try zip(instances, outcomes).map { instance, outcome in
                if outcome.isSuccess { return nil }
                if outcome.status == 404 { throw error(.missing, alias) }
                return WriteError(
                    outcome, WriteOperation(.createOrUpdate, module, id: instance.instanceID))
            }
        }
    }
}

/// Corrects what Quire derives from items that other programs wrote into an index.
struct IndexRepair {
    let administration: IndexAdministration
    let layout: IndexLayout
    let index: String

    private var settings: OpenSearchSettings { administration.settings }
    private var action: String { "repair \(index)" }

    /// - Returns: The number of documents that were corrected.
    func run(_ report: PreparedIndices.Report) async throws -> Int {
        var count = try await fill(report)
        var walk = DocumentWalk(
            connection: administration.connection, index: index, size: settings.batchSize)
        walk.source = .boolean(true)
        var batch: [BulkLine] = []
        while let stored = try await walk.next() {
            try Task.checkCancellation()
            if let line = line(for: stored) { batch.append(line) }
            if batch.count == settings.batchSize { try await write(&batch, &count, report: report) }
        }
        try await write(&batch, &count, report: report)
        try await administration.refresh(index)
        return count
    }

    /// Adds what is derived to documents that lack it all, which no search would find.
    ///
    /// - Returns: The number of these documents.
    func fill(_ report: PreparedIndices.Report) async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            try await administration.refresh(index)
            let response = try await administration.connection.search(
                index,
                .of([
                    "size": .count(settings.batchSize), "seq_no_primary_term": .boolean(true),
                    "query": Clause.not(.exists(LayoutField.id)).json(),
                ]), action: action)
            let documents = (response["hits"]?["hits"]?.elements ?? []).compactMap { WalkedDocument($0) }
            if documents.isEmpty { return count }
            var batch = documents.compactMap(line)
            let before = count
            try await write(&batch, &count, report: report)
            guard count > before else {
                throw OpenSearchError(
                    .refused, action, reason: "none of \(documents.count) documents could be written")
            }
        }
    }

    /// The line that corrects a document; `nil` if it is right.
    private func line(for stored: WalkedDocument) -> BulkLine? {
        guard let instance = stored.instance(layout.document), let source = stored.source else { return nil }
        var marks: [JSONValue.Member] = []
        if let copied = source[LayoutField.copied] { marks.append(.init(LayoutField.copied, copied)) }
        let document = IndexedDocument(instance, of: layout.document, settings.analyzer, marks: marks)
        guard Self.derived(source) != Self.derived(document.source) else { return nil }
        return .replacing(stored, with: document.source, in: .index(index))
    }

    /// What is derived, in a form that does not depend on the order of keys.
    private static func derived(_ source: JSONValue) -> [String: Data] {
        var derived: [String: Data] = [:]
        for member in source.members ?? [] where member.name.hasPrefix("q_") {
            derived[member.name] = member.value.data
        }
        return derived
    }

    private func write(
        _ batch: inout [BulkLine], _ count: inout Int, report: PreparedIndices.Report
    ) async throws {
        guard !batch.isEmpty else { return }
        // Others that changed a document meanwhile are looked at in the next call.
        count += try await BulkSender(connection: administration.connection, settings: settings)
            .sendUnlessChanged(batch, action)
        batch = []
        report(count, nil)
    }
}
