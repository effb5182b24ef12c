import QuireCore
import QuireEngine

extension ContentEngine {
    /// Reads all items of a module as instances, page by page, to fill a collection from another engine.
    ///
    /// - Parameter body: Receives the instances of a page, and the total number if it is known.
    package func readInstances(
        of module: ModuleDescriptor, _ body: ([JSONValue], Int?) async throws -> Void
    ) async throws {
        let size = min(250, capabilities.maximumPageSize ?? 250)
        let decoder = ItemDecoder.ids(of: module)
        var request = SearchRequest(module: module)
        request.fields = []
        request.page = capabilities.supportsCursors ? .cursor(nil, limit: size) : .page(1, size: size)
        var walk = PageWalk(request)
        while let request = walk.next {
            try Task.checkCancellation()
            guard var page = try await search([request], decoding: decoder).first else {
                throw ResponseCountError(engine: capabilities.name, requested: 1, returned: 0)
            }
            try walk.take(&page, id: { $0 })
            // Fetch them by their ids, because a response with many items may omit parts.
            try await body(
                try await instances(of: page.items, in: module).compactMap { $0 }, page.pageInfo.totalItems)
        }
        try walk.finish()
    }
}
