import QuireCore

extension ContentClient {
    /// Runs several requests over one module in order, together if the engine supports it. Each gets its own response.
    ///
    /// Related items are fetched for the requests that include some.
    package func answers<Module>(
        to requests: [SearchRequest], of module: Module.Type
    ) async throws -> [SearchResponse<Content<Module>>] {
        let asked = requests.map { localized($0).askingEngine(engine.capabilities) }
        let plans = try asked.map { try ClientSideSearch.plan(for: $0, on: engine) }
        var sent: [SearchRequest] = []
        for case .engine(let request) in plans { sent.append(request) }
        try Task.checkCancellation()
        let decoder = ItemDecoder.content(of: Module.self)
        let answered = sent.isEmpty ? [] : try await engine.search(sent, decoding: decoder)
        guard answered.count == sent.count else {
            throw EngineAnswerError(
                engine: engine.capabilities.name, asked: sent.count, answered: answered.count)
        }
        var next = answered.makeIterator()
        var responses: [SearchResponse<Content<Module>>] = []
        for (request, plan) in zip(requests.map(localized), plans) {
            var response: SearchResponse<Content<Module>>
            if case .scan(let scan) = plan {
                response = try await scan.response(reading: decoder)
            } else if let answer = next.next() {
                response = answer
            } else {
                continue
            }
            response = try request.placing(response)
            try request.checkCompleteness(of: response)
            response.rejected += try await fillIn(request, &response.items)
            responses.append(response)
        }
        return responses
    }
}
