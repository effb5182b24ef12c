import Foundation
public import Quire

extension AlgoliaEngine {
    /// Stores instances whole, each in the place of the one of its id: dates, authors and unknown keys stay as they
    /// are. The way to fill an index; single items are better written through a `ContentClient`.
    ///
    /// - Parameter instances: `{"id":…,"values":{…}}`, of ids of at most 96 bytes.
    /// - Throws: `UnsupportedError` for an id that is missing or too long, before anything is sent.
    public func save(_ instances: [JSONValue], of module: ModuleDescriptor) async throws {
        let index = index(of: module)
        for instance in instances {
            let id = instance.instanceID
            guard (1...RecordAttributes.longestID).contains(id.utf8.count) else {
                throw UnsupportedError(
                    engine: Self.engineName, node: "an id of \(id.utf8.count) bytes in \(module.name)",
                    hint: "ids have 1 to \(RecordAttributes.longestID) bytes here")
            }
        }
        let deadline = Deadline.after(connection.timeout)
        var records = RecordBatch(index)
        var last: IndexingTask?
        for instance in instances {
            try Task.checkCancellation()
            records.store(instance)
            if records.isFull { last = try await send(&records, deadline) }
        }
        last = try await send(&records, deadline) ?? last
        if let last { try await finish(last, deadline: deadline) }
    }

    /// Removes all items that a request's filters find; its page, order and fields do not count.
    ///
    /// - Throws: `UnsupportedError` for a request with a text or without a filter: `truncate` removes everything.
    public func delete(matching request: SearchRequest) async throws {
        guard request.text == nil else {
            throw UnsupportedError(
                engine: Self.engineName, node: "a deletion by a text", hint: "delete by a filter, or by ids")
        }
        var request = request
        request.sort = []
        request.page = .all
        request.facets = []
        request.fields = []
        let search = try CompiledSearch(request, self)
        guard let items = search.items else { return }
        var parameters = SearchParameters()
        for name in ["facetFilters", "filters", "numericFilters"] {
            parameters[name] = items.parameters[name]
        }
        guard !parameters.isEmpty else {
            throw UnsupportedError(
                engine: Self.engineName, node: "a deletion without a filter",
                hint: "empty the module with truncate, which says so")
        }
        let index = search.index.name
        let data = try await connection.send(
            .post, ["1", "indexes", index, "deleteByQuery"],
            body: body(of: .init(index: index, parameters: parameters)), .write)
        try await finish(IndexingTask(data, index))
    }
}
