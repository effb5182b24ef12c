import QuireCore

/// A search for the ids that replace a condition across a relation.
package struct RelationLookup: Sendable, Hashable {
    /// The search for the related items. Its filter may have conditions across relations.
    package let request: SearchRequest
    /// The wire name of the relation whose ids are wanted. `nil` for the ids of the found items themselves.
    package let relation: String?

    /// A search for the items of a module that meet a filter.
    ///
    /// - Parameters:
    ///   - relation: The relation whose ids are wanted, or `nil` for the ids of the items.
    ///   - original: The request with the condition.
    init(_ module: ModuleDescriptor, _ filter: Filter, relation: String? = nil, for original: SearchRequest) {
        var request = SearchRequest(module: module)
        if filter != .and([]) { request.filter = filter }
        request.fields = relation.map { [$0] } ?? []
        request.countsTotal = false
        request.locale = original.locale
        request.serverCache = original.serverCache
        request.offline = original.offline
        request.fallback = original.fallback
        request.maximumRelatedItems = original.maximumRelatedItems
        self.request = request
        self.relation = relation
    }

    /// The request on an engine, in pages as large as useful.
    func request(on engine: any ContentEngine) -> SearchRequest {
        var request = request
        let size = min(request.maximumRelatedItems, 1_000, engine.capabilities.maximumPageSize ?? .max)
        request.page = .page(1, size: max(1, size))
        return request
    }

    /// The ids of an instance that the search found.
    func ids(of instance: JSONValue) -> [String] {
        guard let relation else { return [instance.instanceID] }
        guard let field = request.module.fields[path: relation] else { return [] }
        return EvaluatedValue.values(of: field, in: instance.member("values"))
            .compactMap { if case .text(let id) = $0 { id } else { nil } }
    }

    /// The decoder of instances with the values that the lookup needs.
    var decoder: ItemDecoder<JSONValue> {
        let table = request.module.fields
        let position = relation.flatMap(table.way)?.first.flatMap { name in
            table.fields.firstIndex { $0.name == name }
        }
        return .instances(of: request.module, fields: position.map { [$0] } ?? [])
    }

    /// The condition in readable form.
    var condition: String { request.filter?.description ?? "no condition" }
}
