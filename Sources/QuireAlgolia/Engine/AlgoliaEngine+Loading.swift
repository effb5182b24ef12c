import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine {
    /// Stores whole instances in batches. An instance replaces the stored one with the same id. To load many
    /// instances, see
    /// `LoadableEngine.load`.
    ///
    /// An instance without an id, or with an id longer than 96 bytes, is rejected without affecting the others.
    public func store(
        _ instances: [JSONValue], of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        let index = index(of: module)
        return try await store(instances, index, into: index.name, wait: nil)
    }

    /// - Parameter wait: Whether to wait until searches see the instances; `nil` uses the settings.
    func store(
        _ instances: [JSONValue], _ index: RecordIndex, into name: String, wait: Bool?
    ) async throws -> [WriteError?] {
        let deadline = connection.deadline()
        return try await storeEach(
            instances, of: index.module.module, longestID: RecordAttributes.longestID
        ) { instances in
            let last = try await send(instances.map(RecordChange.store), of: index, to: name, deadline)
            try await finish(last, wait: wait, deadline: deadline)
            return instances.map { _ in nil }
        }
    }

    /// Deletes all items that match a request: with `/deleteByQuery`, or one by one if it has a text search.
    ///
    /// - Returns: The number of matching items when the call began.
    @discardableResult
    public func delete(_ request: SearchRequest) async throws -> Int {
        let search = try compiled(request.forAllItems)
        guard let items = search.items else { return 0 }
        let deadline = connection.deadline()
        if request.text != nil { return try await deleteOneByOne(search, deadline) }
        var counting = items
        counting.parameters["hitsPerPage"] = .integer(0)
        let path = ["1", "indexes", search.index.name, "query"]
        let data = try await connection.send(
            .post, path, body: body(of: counting), intent: .latest, deadline: deadline)
        let count = try SearchResult.read(
            data, search.shownForm, of: AlgoliaConnection.name(.post, path)
        ).total
        var parameters = SearchParameters()
        for name in ["facetFilters", "filters", "numericFilters"] {
            parameters[name] = items.parameters[name]
        }
        // The service rejects a deletion without a filter.
        let task =
            parameters.isEmpty
            ? try await clear(search.index, deadline)
            : try await change(
                .post, search.index.name, path: ["deleteByQuery"],
                body: body(of: .init(index: search.index.name, parameters: parameters)),
                deadline: deadline)
        try await finish(task, deadline: deadline)
        return count
    }

    private func deleteOneByOne(_ search: CompiledSearch, _ deadline: Deadline) async throws -> Int {
        let records = try await browse(search, deadline)
        let last = try await send(
            records.map { .remove(id: $0.id) }, of: search.index, to: search.index.name, deadline)
        try await finish(last, deadline: deadline)
        return records.count
    }

    // MARK: - Copies

    /// Reads all instances of a module from an index, even if its records were made for another schema.
    func copies(
        of module: ModuleDescriptor, in name: String,
        _ body: ([JSONValue], Int?) async throws -> Void
    ) async throws {
        let hidden = try await userData(of: name)?["hidden"]?.elements?.compactMap(\.string) ?? []
        let document = RecordIndex.document(of: IndexedModule(module), hidden: hidden)
        let first = JSONValue.object([.init("params", .string("hitsPerPage=1000"))])
        var lastHits: [JSONValue] = []
        try await browse(name, from: first.data, intent: .latest) { data, request in
            guard let response = try? JSONValue(parsing: data), case .array(let hits)? = response["hits"]
            else {
                throw AlgoliaResponseError(request: request, place: "hits", expected: "an array")
            }
            try await body(
                try hits.enumerated().map { position, hit in
                    guard let instance = document.instance(of: hit) else {
                        throw AlgoliaResponseError(
                            request: request, place: "hits[\(position)]",
                            expected: "a record that holds an instance")
                    }
                    return instance
                }, response["nbHits"]?.int)
            defer { lastHits = hits }
            return (response["cursor"]?.string, hits.isEmpty || hits != lastHits)
        }
    }
}
