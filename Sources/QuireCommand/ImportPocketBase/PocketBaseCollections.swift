import QuireSchema

/// Finds the collections in responses and exports of PocketBase.
enum PocketBaseCollections {
    /// The collections, ordered by name, because a server's order may vary.
    static func find(_ documents: [JSONDocument], _ errors: inout PocketBaseErrors) -> [PocketBaseCollection]
    {
        var collections: [PocketBaseCollection] = []
        var ids: [String: String] = [:]
        var names: Set<String> = []
        for document in documents {
            for json in list(document.root, &errors) {
                if errors.isFull { return [] }
                guard let collection = PocketBaseCollection(json, &errors) else { continue }
                if let other = ids.updateValue(collection.name, forKey: collection.id) {
                    errors.add(
                        "the collections \(quoted(other)) and \(quoted(collection.name)) have the same id",
                        at: json.location)
                }
                if !names.insert(collection.name).inserted {
                    errors.add("two collections are called \(quoted(collection.name))", at: json.location)
                }
                collections.append(collection)
            }
        }
        warnOfMissingPages(documents, count: collections.count, errors: &errors)
        return collections.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func list(_ root: JSONValue, _ errors: inout PocketBaseErrors) -> [JSONValue] {
        if root.kind == .array { return root.elements }
        for key in ["items", "collections"] {
            if let list = root.value(of: key), list.kind == .array { return list.elements }
        }
        if root.value(of: "quire") != nil {
            errors.add(
                "this is already a schema of Quire; use it directly, or check it with 'quire check'",
                at: root.location)
        } else if let message = root.value(of: "message")?.string, root.value(of: "status")?.integer != nil {
            errors.add(
                "this is an error of PocketBase, not its collections: \(quoted(message))", at: root.location)
        } else if root.value(of: "fields") != nil || root.value(of: "schema") != nil {
            return [root]
        } else {
            errors.add(
                "expected PocketBase's collections: an array, or an object with 'items' or 'collections'. Save the "
                    + "response of GET /api/collections, or export the collections in the dashboard",
                at: root.location)
        }
        return []
    }

    private static func warnOfMissingPages(
        _ documents: [JSONDocument], count: Int, errors: inout PocketBaseErrors
    ) {
        for document in documents {
            guard let total = document.root.value(of: "totalItems"), let number = total.integer,
                number > Int64(count)
            else { continue }
            errors.notes.warn(
                "this is a page of \(number) collections, and \(count) are here; request all with perPage=1000, or "
                    + "pass each page with a separate --file", at: total.location)
            return
        }
    }
}
