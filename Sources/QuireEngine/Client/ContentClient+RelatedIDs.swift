import QuireCore
import QuireText
import QuireToolbox

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
        var idsByLookup: [RelationLookup: Set<ExactText>] = [:]
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
    ) async throws -> Set<ExactText> {
        var search = lookup.request(on: engine)
        search.side = side
        let maximum = search.maximumRelatedItems
        let pages = ContentPages(self, search.paging(on: engine), id: \.instanceID) { client, request in
            try await client.response(request, reading: lookup.decoder)
        }
        var ids: Set<ExactText> = []
        var items = 0
        for try await page in pages {
            if side == nil { side = page.side }
            items += page.items.count
            guard items <= maximum else {
                throw RelationLimitError(
                    engine: engine.capabilities.name, module: request.module.name,
                    relatedModule: search.module.name, condition: lookup.condition, maximum: maximum)
            }
            for item in page.items { ids.formUnion(lookup.ids(of: item).map(ExactText.init)) }
        }
        return ids
    }
}

/// A condition across a relation matches more items than the client may look up.
public struct RelationLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The wire name of the module that was to be searched.
    public var module: String
    /// The wire name of the module of the items to look up.
    public var relatedModule: String
    /// The condition on these items, in readable form.
    public var condition: String
    /// The largest number of items to look up.
    public var maximum: Int

    package init(engine: String, module: String, relatedModule: String, condition: String, maximum: Int) {
        self.engine = engine
        self.module = module
        self.relatedModule = relatedModule
        self.condition = condition
        self.maximum = maximum
    }

    public var description: String {
        PlainText.error(
            "Could not search \(module): \(engine) cannot test related items, and more than \(maximum) items of "
                + "\(relatedModule) match \(condition)",
            "Narrow the condition, or raise the limit with relatedItems(upTo:).")
    }
}
