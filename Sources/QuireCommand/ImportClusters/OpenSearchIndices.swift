import QuireSchema

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
