import QuireSchema

/// Converts the description of a cluster's collections to the text of a schema.
struct ClusterImport {
    var kind: ClusterImportCommand.Kind
    var prefix = ""
    /// The values of `--modules`, as written.
    var selected: [String] = []
    var access: AccessLevel?

    init(kind: ClusterImportCommand.Kind) { self.kind = kind }

    /// - Parameter samples: The documents of the cluster; `nil` if there is only a description.
    func run(_ documents: [JSONDocument], samples: ClusterSamples?) async throws(UsageError) -> ImportOutcome
    {
        var notes = ImportNotes()
        for document in documents { notes.add(problemsOf: document) }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        let candidates =
            switch kind {
            case .typesense: TypesenseCollections.find(documents, prefix: prefix, &notes)
            case .opensearch: OpenSearchIndices.find(documents, prefix: prefix, &notes)
            }
        var collections = PreparedCollections.removingLeftOvers(candidates, &notes)
        if let names = try SelectedModules(selections: selected).names(
            among: collections.map(\.module), of: kind.title)
        {
            collections = collections.filter { names.contains($0.module) }
        }
        var modules: [ImportedModule] = []
        var locales: Set<String> = []
        var profiles: [String: ObjectProfile] = [:]
        for collection in collections {
            do {
                profiles[collection.name] = try await samples?.profile(of: collection)
            } catch {
                notes.fail(
                    "the documents of \(quoted(collection.name)) cannot be read: \(error)",
                    at: collection.json.location)
            }
        }
        let targets = ReferenceTargets(collections, profiles, limit: samples?.limit ?? 0)
        for collection in collections {
            var reader = CollectionFields(
                profile: profiles[collection.name], targets: targets, notes: notes)
            let module =
                if let note = collection.note {
                    reader.module(of: note)
                } else {
                    switch kind {
                    case .typesense: reader.module(ofTypesense: collection)
                    case .opensearch: reader.module(ofOpenSearch: collection)
                    }
                }
            notes = reader.notes
            locales.formUnion(reader.locales)
            if let module { modules.append(module) }
        }
        if modules.isEmpty, !notes.hasErrors {
            let start = documents.first?.root.location ?? SourceLocation(path: "-", line: 1, column: 1)
            notes.fail("there is no collection to import", at: start)
        }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        dropUnknownTargets(&modules, &notes)
        SwiftNamePlan.apply(to: &modules)
        var schema = ImportedSchema(
            access: access, comment: "Imported from \(kind.title) by 'quire import \(kind.rawValue)'.",
            modules: modules)
        schema.locales = locales.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return ImportOutcome(schema, notes: notes)
    }

    /// Relations to modules that are not imported become texts.
    private func dropUnknownTargets(_ modules: inout [ImportedModule], _ notes: inout ImportNotes) {
        let names = Set(modules.map(\.name))
        for index in modules.indices {
            for field in modules[index].fields.indices {
                let target: String
                let type: ImportedType
                switch modules[index].fields[field].type {
                case .relation(let module?): (target, type) = (module, .named("text"))
                case .relations(let module?): (target, type) = (module, .list(of: "text"))
                default: continue
                }
                if names.contains(target) { continue }
                notes.warn(
                    "the relation \(quoted(modules[index].fields[field].name)) of \(quoted(modules[index].name)) "
                        + "points to \(quoted(target)), which is not imported; it holds ids as texts",
                    at: modules[index].fields[field].location)
                modules[index].fields[field].type = type
                modules[index].fields[field].facet = nil
            }
        }
    }
}
