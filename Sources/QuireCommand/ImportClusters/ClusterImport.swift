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
        var collections = QuireCollections.removingLeftOvers(candidates, &notes)
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

/// Finds the indices in responses of an OpenSearch cluster.
enum OpenSearchIndices {
    static func find(
        _ documents: [JSONDocument], prefix: String, _ notes: inout ImportNotes
    ) -> [ClusterCollection] {
        var indices: [(name: String, mapping: JSONValue)] = []
        var aliases: [String: [String]] = [:]
        for document in documents {
            let root = document.root
            let members = root.members.filter { $0.value.kind == .object }
            if let direct = root.value(of: "mappings"), direct.kind == .object {
                // The body that creates an index.
                indices.append((DescribedName.of(document.path), direct))
                continue
            }
            guard root.kind == .object,
                members.allSatisfy({
                    $0.value.value(of: "mappings") != nil || $0.value.value(of: "aliases") != nil
                })
            else {
                notes.fail(
                    "expected OpenSearch's indices with their mappings; save the response of GET /_mapping",
                    at: root.location)
                continue
            }
            for (name, index) in members {
                if let mapping = index.value(of: "mappings") { indices.append((name, mapping)) }
                for (alias, _) in index.value(of: "aliases")?.members ?? [] where !alias.hasSuffix("-writer")
                {
                    aliases[name, default: []].append(alias)
                }
            }
        }
        var targets: [String: Int] = [:]
        for alias in aliases.values.joined() { targets[alias, default: 0] += 1 }
        let shared = Set(targets.filter { $0.value > 1 }.keys)
        return indices.filter { !$0.name.hasPrefix(".") }.sorted { $0.name < $1.name }.compactMap {
            collection(
                $0.name, $0.mapping, aliases: aliases[$0.name] ?? [], shared: shared, prefix: prefix,
                notes: &notes)
        }
    }

    private static func collection(
        _ name: String, _ mapping: JSONValue, aliases: [String], shared: Set<String>, prefix: String,
        notes: inout ImportNotes
    ) -> ClusterCollection? {
        let aliases = aliases.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if let note = ClusterCollection.Note(mapping.value(of: "_meta")?.value(of: "quire")) {
            guard note.prefix.hasPrefix(prefix) else { return nil }
            return ClusterCollection(
                name: name, module: note.module.value(of: "name")?.string ?? name, json: mapping,
                aliases: aliases, note: note)
        }
        guard
            let module = CollectionNaming.module(of: name, aliases: aliases, shared: shared, prefix: prefix)
        else { return nil }
        let properties = mapping.value(of: "properties")
        if ["q_present", "q_rest"].allSatisfy({ properties?.value(of: $0) != nil }) {
            notes.fail(
                "Quire prepared \(quoted(name)), but its mapping has no description of the module in \"_meta\". "
                    + "Prepare it again, with 'quire load' or 'engine.prepare'", at: mapping.location)
            return nil
        }
        if let alias = aliases.first(where: shared.contains) {
            notes.warn(
                "the alias \(quoted(alias)) points to several indices; each becomes a module of its own, such as "
                    + quoted(module), at: mapping.location)
        }
        return ClusterCollection(name: name, module: module, json: mapping, aliases: aliases)
    }
}

/// Finds the collections in responses of a Typesense server.
enum TypesenseCollections {
    static func find(
        _ documents: [JSONDocument], prefix: String, _ notes: inout ImportNotes
    ) -> [ClusterCollection] {
        var collections: [JSONValue] = []
        var aliases: [String: [String]] = [:]
        var prepared: [String: ClusterCollection.Note] = [:]
        for document in documents {
            let root = document.root
            if let list = root.value(of: "aliases") {
                for alias in list.elements {
                    guard let name = alias.value(of: "name")?.string,
                        let target = alias.value(of: "collection_name")?.string
                    else { continue }
                    aliases[target, default: []].append(name)
                }
            } else if let list = root.value(of: "presets") {
                for preset in list.elements {
                    guard let name = preset.value(of: "name")?.string, name.hasPrefix("quire_") else {
                        continue
                    }
                    let note = ClusterCollection.Note(preset.value(of: "value")?.value(of: "quire"))
                    prepared[String(name.dropFirst("quire_".count))] = note
                }
            } else if root.kind == .array, root.elements.allSatisfy({ $0.kind == .object }) {
                collections += root.elements
            } else if root.value(of: "fields") != nil, root.value(of: "quire") == nil {
                collections.append(root)
            } else {
                notes.fail(
                    "expected Typesense's collections: an array, or one collection with \"fields\"; save the response "
                        + "of GET /collections", at: root.location)
            }
        }
        return collections.compactMap { json in
            guard let name = json.value(of: "name")?.string, json.value(of: "fields")?.kind == .array else {
                notes.fail("a collection has no name or no fields", at: json.location)
                return nil
            }
            let own = aliases[name] ?? []
            if let note = prepared[name] {
                guard note.prefix.hasPrefix(prefix) else { return nil }
                return ClusterCollection(
                    name: name, module: note.module.value(of: "name")?.string ?? name, json: json,
                    aliases: own,
                    note: note)
            }
            guard
                let module = CollectionNaming.module(
                    of: name, aliases: own, shared: [], prefix: prefix)
            else { return nil }
            if isPrepared(json) {
                notes.fail(
                    "Quire prepared \(quoted(name)), but its preset \(quoted("quire_" + name)) is missing, which "
                        + "describes the module. Prepare it again, with 'quire load' or 'engine.prepare'; in a file, "
                        + "add the response of GET /presets", at: json.location)
                return nil
            }
            return ClusterCollection(name: name, module: module, json: json, aliases: own)
        }
    }

    /// Whether the collection has fields that Quire derives from items.
    private static func isPrepared(_ json: JSONValue) -> Bool {
        (json.value(of: "fields")?.elements ?? []).contains {
            let name = $0.value(of: "name")?.string ?? ""
            return name == "q_version" || name.hasPrefix("q_g_")
        }
    }
}
