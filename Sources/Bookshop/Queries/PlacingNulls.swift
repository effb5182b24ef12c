import Quire

extension SearchRequest {
    /// The request without a word on where items without a value go, for engines that have no say in it.
    ///
    /// The lists of the shop put them last because it reads better; a server that puts them elsewhere will do, and
    /// `unplacedNulls` says of which fields.
    func placingNulls(on engine: any ContentEngine) -> SearchRequest {
        guard !engine.capabilities.supportsNullOrdering else { return self }
        var request = self
        for index in request.sort.indices { request.sort[index].nulls = nil }
        return request
    }
}

extension SearchRequest {
    /// The fields of the order whose items without a value go where the engine puts them, not where the request says.
    func unplacedNulls(on engine: any ContentEngine) -> [String] {
        if engine.capabilities.supportsNullOrdering { return [] }
        return sort.filter { $0.nulls != nil }.map { key in
            switch key.property {
            case .value(let name), .metadata(let name): name
            }
        }
    }
}

extension Query {
    func placingNulls(on engine: any ContentEngine) -> Query {
        var query = self
        query.request = request.placingNulls(on: engine)
        return query
    }
}
