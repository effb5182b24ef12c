import QuireCore
import QuireEngine
import QuireShared
import QuireToolbox

/// Writes an item for the page: its values, cut where they are long, and its metadata.
struct ItemJSON: Sendable {
    /// The most characters of a text.
    var characters = 2_000
    /// The most elements of a list.
    var elements = 100
    /// Whether the row has a digest of each value, by which a later write tells that a value has changed.
    var hasDigests = false

    static let list = ItemJSON()
    static let whole = ItemJSON(characters: 1_000_000, elements: 100_000, hasDigests: true)

    func row(_ item: JSONValue, highlights: JSONValue? = nil) -> JSONValue {
        var (values, cuts, digests): ([JSONValue.Member], [JSONValue.Member], [JSONValue.Member]) = (
            [], [], []
        )
        if case .object(let members)? = item.member("values") {
            for member in members where member.value != .null {
                let (value, size) = cut(member.value)
                values.append(.init(member.name, value))
                if let size { cuts.append(.init(member.name, size.json)) }
                if hasDigests { digests.append(.init(member.name, member.value.digest)) }
            }
        }
        var meta: [JSONValue.Member] = []
        if case .object(let members) = item {
            meta = members.filter { !["id", "values"].contains($0.name) }
                .map { .init($0.name, cut($0.value).value) }
        }
        var row: [JSONValue.Member] = [
            .init("id", item.instanceID.json), .init("values", .object(values)),
            .init("meta", .object(meta)), .init("cut", .object(cuts)),
        ]
        if hasDigests { row.append(.init("digests", .object(digests))) }
        if let highlights { row.append(.init("highlights", highlights)) }
        return .object(row)
    }

    /// The value, and its whole size if it is cut.
    private func cut(_ value: JSONValue) -> (value: JSONValue, size: Int?) {
        switch value {
        case .string(let text):
            guard text.utf8.count > characters, text.unicodeScalars.count > characters else {
                return (value, nil)
            }
            return (text.shortened(to: characters).json, text.unicodeScalars.count)
        case .array(let values) where values.count > elements:
            return (.array(values.prefix(elements).map { cut($0).value }), values.count)
        case .array, .object:
            let json = value.description
            guard json.utf8.count > 4 * characters else { return (value, nil) }
            return (json.shortened(to: characters).json, json.utf8.count)
        case .null, .boolean, .integer, .number: return (value, nil)
        }
    }
}

extension JSONValue {
    /// A short text that differs for values that differ.
    var digest: JSONValue { StableHash(description).digits.json }
}

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
