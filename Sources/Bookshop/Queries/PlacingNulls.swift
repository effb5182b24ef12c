import Quire

extension SearchRequest {
    /// Removes null placement from the sort keys if the engine does not support it.
    ///
    /// The shop's lists put missing values last because it reads better. A server with a different order is
    /// acceptable, and
    /// `unplacedNulls` names the affected fields.
    func placingNulls(on engine: any ContentEngine) -> SearchRequest {
        guard !engine.capabilities.supportsNullOrdering else { return self }
        var request = self
        for index in request.sort.indices { request.sort[index].nulls = nil }
        return request
    }
}

extension SearchRequest {
    /// The sort fields whose missing values the engine places differently than requested.
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
