import QuireSchema

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
