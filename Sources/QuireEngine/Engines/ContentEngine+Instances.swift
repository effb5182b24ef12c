import QuireCore

extension ContentEngine {
    /// Returns the instances with the given ids, in the order of the ids. `nil` for each id that does not exist.
    ///
    /// Missing instances are removed from an index. If a server omits items, they are therefore requested again. The
    /// total shows an item that the server counts and does not send.
    /// - Throws: `PagingError` if the server reports more items but sends none; the engine's errors.
    package func instances(of ids: [String], in module: ModuleDescriptor) async throws -> [JSONValue?] {
        var request = SearchRequest(module: module)
        var found: [[UInt8]: JSONValue] = [:]
        var missing = MissingIDs(ids)
        while true {
            request.ids = missing.ids
            // A page has a total, and the whole result may be a bare array.
            let size = min(missing.ids.count, capabilities.maximumPageSize ?? .max)
            request.page = .page(1, size: max(1, size))
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
