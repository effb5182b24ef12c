/// Items in the wrappers that protocols put around them: a node of GraphQL, a hit of OpenSearch, a resource of JSON:API,
/// a feature of GeoJSON.
enum WrappedItem {
    /// The items in the elements of a list. Elements of other forms stay as they are.
    static func plain(_ elements: [DataValue]) -> [[DataValue.Member]] {
        let objects = elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
        for unwrap in [node, hit, resource, feature] {
            let items = objects.compactMap(unwrap)
            if items.count == objects.count { return items }
        }
        return objects
    }

    /// Whether an item is an action in a bulk request of OpenSearch: `{"index": {"_id": "1"}}`.
    static func isBulkAction(_ members: [DataValue.Member]) -> Bool {
        guard members.count == 1, ["index", "create", "update"].contains(members[0].name),
            case .object(let target) = members[0].value
        else { return false }
        return target.allSatisfy { $0.name.hasPrefix("_") || $0.name == "routing" }
    }

    /// `{"node": {…}, "cursor": "…"}`
    private static func node(_ members: [DataValue.Member]) -> [DataValue.Member]? {
        guard case .object(let node)? = members.value("node"),
            members.allSatisfy({ ["node", "cursor", "__typename"].contains($0.name) })
        else { return nil }
        return node.filter { $0.name != "__typename" }
    }

    /// `{"_id": "…", "_source": {…}}`
    private static func hit(_ members: [DataValue.Member]) -> [DataValue.Member]? {
        guard case .object(let source)? = members.value("_source"), let id = members.value("_id") else {
            return nil
        }
        return merged([DataValue.Member(name: "_id", value: id)], source)
    }

    /// `{"type": "books", "id": "1", "attributes": {…}, "relationships": {"author": {"data": {"type": …, "id": …}}}}`
    static func resource(_ members: [DataValue.Member]) -> [DataValue.Member]? {
        guard case .text? = members.value("type"), let id = members.value("id"),
            members.value("attributes") != nil || members.value("relationships") != nil,
            members.allSatisfy({ resourceKeys.contains($0.name) })
        else { return nil }
        var attributes: [DataValue.Member] = []
        if case .object(let own)? = members.value("attributes") { attributes = own }
        var related: [DataValue.Member] = []
        if case .object(let relationships)? = members.value("relationships") {
            for relationship in relationships {
                guard case .object(let content) = relationship.value, let data = content.value("data") else {
                    continue
                }
                related.append(DataValue.Member(name: relationship.name, value: ids(data)))
            }
        }
        return merged(merged([DataValue.Member(name: "id", value: id)], attributes), related)
    }

    private static let resourceKeys = ["type", "id", "attributes", "relationships", "links", "meta"]

    /// The ids in the linkage of a relationship.
    private static func ids(_ linkage: DataValue) -> DataValue {
        switch linkage {
        case .list(let elements): .list(elements.map(ids))
        case .object(let members): members.value("id") ?? linkage
        default: linkage
        }
    }

    /// `{"type": "Feature", "id": 1, "geometry": {…}, "properties": {…}}`
    static func feature(_ members: [DataValue.Member]) -> [DataValue.Member]? {
        guard case .text("Feature")? = members.value("type"), let geometry = members.value("geometry"),
            let properties = members.value("properties")
        else { return nil }
        switch geometry {
        case .object, .null: break
        default: return nil
        }
        let own = members.filter { !["type", "properties"].contains($0.name) }
        switch properties {
        case .object(let values): return merged(own, values)
        case .null: return own
        default: return nil
        }
    }

    /// The members of both. A name that the first has already gets a number, as a repeated column does.
    private static func merged(
        _ first: [DataValue.Member], _ second: [DataValue.Member]
    ) -> [DataValue.Member] {
        let taken = Set((first + second).map(\.name))
        return first
            + second.map { member in
                guard first.value(member.name) != nil else { return member }
                var number = 2
                while taken.contains("\(member.name)_\(number)") { number += 1 }
                return DataValue.Member(name: "\(member.name)_\(number)", value: member.value)
            }
    }
}
