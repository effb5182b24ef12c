import QuireCore

extension ContentEngine {
    /// Returns the instances with the given ids, in the order of the ids. `nil` for each id that does not exist.
    ///
    /// Missing instances are removed from an index. If a server omits items, they are therefore requested again.
    /// - Throws: `PagingError` if the server reports more items but sends none; the engine's errors.
    package func instances(of ids: [String], in module: ModuleDescriptor) async throws -> [JSONValue?] {
        var request = SearchRequest(module: module)
        request.page = .all
        request.countsTotal = false
        var found: [[UInt8]: JSONValue] = [:]
        var missing = MissingIDs(ids)
        while true {
            request.ids = missing.ids
            // The engine's own bytes, which include values that are not in the schema.
            let response = try ItemDecoder.instances(of: module)
                .decodePage(try await searchData(request))
            for instance in response.items { found[Array(instance.instanceID.utf8)] = instance }
            let returned = Set(response.items.map { Array($0.instanceID.utf8) })
            guard try missing.take(response, to: request, found: returned) else { break }
        }
        return ids.map { found[Array($0.utf8)] }
    }
}
