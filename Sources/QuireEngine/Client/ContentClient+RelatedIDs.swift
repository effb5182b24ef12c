import QuireCore

extension ContentClient {
    /// The request with ids instead of conditions across relations, for an engine that cannot test related items.
    ///
    /// First checks all searches, so that an unsupported one throws before any I/O. Each lookup then runs once and reads
    /// all its pages, so that the main request and its pages see the same ids.
    /// - Returns: `nil` if the request needs no lookups.
    /// - Throws: ``RelationLimitError`` if a condition matches too many items; the errors of the searches.
    func withRelatedIDs(_ request: SearchRequest) async throws -> SearchRequest? {
        guard let plan = try RelationPlan(request, on: engine) else { return nil }
        try plan.validate(on: engine)
        var idsByLookup: [RelationLookup: Set<[UInt8]>] = [:]
        var side = request.side
        for lookup in plan.lookups {
            idsByLookup[lookup] = try await ids(of: lookup, for: request, on: &side)
        }
        var resolved = plan.request(with: idsByLookup)
        resolved.side = side
        return resolved
    }

    /// The ids of a lookup.
    ///
    /// - Parameter side: The side of an engine of two that responds. The first response decides it.
    private func ids(
        of lookup: RelationLookup, for request: SearchRequest, on side: inout EngineSide?
    ) async throws -> Set<[UInt8]> {
        var search = lookup.request(on: engine)
        search.side = side
        let maximum = search.maximumRelatedItems
        let pages = ContentPages(self, search.paging(on: engine), id: \.instanceID) { client, request in
            try await client.response(request, reading: lookup.decoder)
        }
        var ids: Set<[UInt8]> = []
        var items = 0
        for try await page in pages {
            if side == nil { side = page.side }
            items += page.items.count
            guard items <= maximum else {
                throw RelationLimitError(
                    engine: engine.capabilities.name, module: request.module.name,
                    relatedModule: search.module.name, condition: lookup.condition, maximum: maximum)
            }
            for item in page.items { ids.formUnion(lookup.ids(of: item).map { Array($0.utf8) }) }
        }
        return ids
    }
}
