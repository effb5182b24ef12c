import QuireCore

extension ContentClient {
    /// Runs several requests over one module in order, together if the engine supports it. Each gets its own response.
    ///
    /// Related items are fetched for the requests that include some.
    package func responses<Module>(
        to requests: [SearchRequest], of module: Module.Type
    ) async throws -> [SearchResponse<Content<Module>>] {
        for request in requests { try request.checkIncludedQueries(on: engine) }
        var engineRequests: [SearchRequest] = []
        for request in requests {
            let request = recorded(request)
            engineRequests.append(
                try await (withRelatedIDs(request) ?? request).askingEngine(engine.capabilities))
        }
        let plans = try engineRequests.map { try ClientSideSearch.plan(for: $0, on: engine) }
        var sent: [SearchRequest] = []
        for case .engine(let request) in plans { sent.append(request) }
        try Task.checkCancellation()
        let decoder = ItemDecoder.content(of: Module.self)
        let returned = sent.isEmpty ? [] : try await engine.search(sent, decoding: decoder)
        guard returned.count == sent.count else {
            throw ResponseCountError(
                engine: engine.capabilities.name, requested: sent.count, returned: returned.count)
        }
        var next = returned.makeIterator()
        var responses: [SearchResponse<Content<Module>>] = []
        for (request, plan) in zip(requests.map(localized), plans) {
            var response: SearchResponse<Content<Module>>
            if case .scan(let scan) = plan {
                response = try await scan.response(reading: decoder)
            } else if let result = next.next() {
                response = result
            } else {
                continue
            }
            response = try request.placing(response)
            try request.checkCompleteness(of: response)
            recorder?.record(response, to: request)
            response.rejected += try await fillIn(request, &response.items)
            responses.append(response)
        }
        return responses
    }
}
