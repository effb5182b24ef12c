import QuireCore
import QuireEngine

/// Reads whole items of a module that is known only at run time.
struct ItemSource: Sendable {
    let engine: any ContentEngine

    /// The items of a request, with the fields that it names.
    func items(_ request: SearchRequest) async throws -> SearchResponse<JSONValue> {
        var request = request
        // Names take the place of included items.
        request.include = []
        request.decoding.mode = .lenient
        request.decoding.keepsUnknownValues = true
        return try await ContentClient(engine: engine).response(
            request, reading: .instances(selectedBy: request))
    }

    /// The item with an id; `nil` if there is none.
    func item(_ id: String, of module: ModuleDescriptor, fields: [String]? = nil) async throws -> JSONValue? {
        var request = SearchRequest(module: module)
        request.ids = [id]
        request.page = .page(1, size: 1)
        request.countsTotal = false
        request.fields = fields
        let response = try await items(request)
        if let error = response.rejected.first { throw error }
        return response.items.first { $0.instanceID.utf8.elementsEqual(id.utf8) }
    }
}
