import QuireCore

/// The ids that the relations of items name.
enum RelatedIDs {
    /// The ids by their module.
    static func ids(in items: [JSONValue], of module: ExploredModule) -> [String: Set<String>] {
        var ids: [String: Set<String>] = [:]
        for field in module.fields {
            guard let target = field.relatedModule else { continue }
            for item in items {
                for id in self.ids(item.member("values")?.member(field.name)).prefix(100) {
                    ids[target, default: []].insert(id)
                }
            }
        }
        return ids
    }

    /// The ids of a relation's value: an id, an item, or a list of them.
    static func ids(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let id)?: [id]
        case .object?: value?.member("id").map { ids($0) } ?? []
        case .array(let values)?: values.flatMap { ids($0) }
        default: []
        }
    }
}
