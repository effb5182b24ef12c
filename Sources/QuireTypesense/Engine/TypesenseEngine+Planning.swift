import QuireCore
import QuireRemote

extension TypesenseEngine {
    /// Finds out what `prepare` would do: which collections it would create or rebuild, and how many items it would
    /// write. Only reads from the server.
    ///
    /// ```swift
    /// print(try await engine.plan(for: ContentSchema.self))
    /// // books writes 120000 items into books_57ea6aa43d5b5ba1, which then replaces books_09c1f7aa53e2b4d6: adds "pages"
    /// ```
    /// A collection is rebuilt if what it indexes changes: fields, their types, full text, facets, sorting. It stays if
    /// only descriptions, constraints or required fields change.
    public func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan {
        try checkSettings()
        var planned: [PreparationPlan.Module] = []
        for module in modules {
            let layout = layout(of: module)
            let change = try await CollectionChange(places, layout, settings, restarting: restarting)
            if let module = try await plan(change, layout, filling, restarting: restarting) {
                planned.append(module)
            }
        }
        return PreparationPlan(planned)
    }

    private func plan(
        _ change: CollectionChange, _ layout: CollectionLayout, _ filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan.Module? {
        let module = layout.module.module
        guard let next = change.next else {
            guard let live = change.live else { return nil }
            let foreign = try await change.foreign(connection)?.count() ?? 0
            var differences = foreign == 0 ? [] : [Self.foreignDocuments(foreign)]
            if await hasNoNote(live) { differences.append("adds the description for quire import") }
            guard !differences.isEmpty else { return nil }
            return PreparationPlan.Module(
                module.name, .alter, live: live, collection: live, writtenItems: foreign,
                differences: differences)
        }
        var differences = try await differences(change, layout)
        if try await places.description(next) != nil {
            guard restarting else { throw CollectionChange.unfinished(next) }
            differences.append("deletes the unfinished \(next) first")
        }
        let live = change.formerName == nil ? change.source?.name : nil
        return PreparationPlan.Module(
            module.name, live == nil ? .create : .rebuild, live: live, collection: next,
            writtenItems: try await filling.itemCount(of: module, copied: change.documents),
            differences: differences)
    }

    private func differences(
        _ change: CollectionChange, _ layout: CollectionLayout
    ) async throws -> [String] {
        guard let source = change.source else { return [] }
        if let former = change.formerName { return ["was \"\(former)\" in \(source.name)"] }
        let fields = layout.fieldDifferences(to: source.description)
        if change.isChanged { return fields }
        // A key may have no permission for presets.
        let note = try? await places.note(of: source.name)
        let differences =
            ModuleNote(layout.module.module, prefix: settings.prefix).differences(from: note) ?? fields
        return differences.isEmpty ? ["changes the text analysis or the layout of documents"] : differences
    }

    /// Names the documents without derived fields, which filters do not find until they are completed.
    private static func foreignDocuments(_ count: Int) -> String {
        "completes \(count == 1 ? "1 document" : "\(count) documents") of other programs without Quire's fields"
    }

    /// Whether a collection has no description. A key without permission for presets could not add it.
    private func hasNoNote(_ name: String) async -> Bool {
        do { return try await places.note(of: name) == nil } catch { return false }
    }
}
