import QuireCore

extension ContentEngine {
    /// The instances of some ids, in the order of the ids; `nil` for each that does not exist.
    ///
    /// What is not found is taken out of an index, so a server that leaves items out is asked for them again.
    /// - Throws: `PagingError` where it says that there are more and sends none; the engine's errors.
    package func instances(of ids: [String], in module: ModuleDescriptor) async throws -> [JSONValue?] {
        var request = SearchRequest(module: module)
        request.page = .all
        request.countsTotal = false
        var found: [[UInt8]: JSONValue] = [:]
        var unanswered = UnansweredIDs(ids)
        while true {
            request.ids = unanswered.ids
            // The engine's own bytes: they have what the schema does not know.
            let response = try ItemDecoder.instances(of: module)
                .decodePage(try await searchData(request))
            for instance in response.items { found[Array(instance.instanceID.utf8)] = instance }
            let answered = Set(response.items.map { Array($0.instanceID.utf8) })
            guard try unanswered.take(response, to: request, found: answered) else { break }
        }
        return ids.map { found[Array($0.utf8)] }
    }
}
