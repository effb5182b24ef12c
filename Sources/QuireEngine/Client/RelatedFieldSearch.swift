import Foundation
import QuireCore
import QuireText

/// A search for fields of related items on an engine that does not join modules.
///
/// The client fetches the page first, and then the items that its relations name: level by level, with one search for up
/// to a hundred ids of a module.
struct RelatedFieldSearch {
    private let request: SearchRequest
    private let values: [RelatedValue]

    /// - Throws: `QueryError` if a relation or a field does not exist.
    init(_ request: SearchRequest) throws(QueryError) {
        self.request = request
        values = try RelatedValue.values(of: request)
    }

    func response<Item>(
        reading decoder: ItemDecoder<Item>, with client: ContentClient
    ) async throws -> SearchResponse<Item> {
        var pageRequest = request.leavingRelatedFields().selectingObjects()
        pageRequest.include = []
        let page = try await client.response(
            pageRequest,
            reading: .instances(
                of: request.module, fields: pageRequest.fields.map(request.module.positions(of:))))
        let related = RelatedInstances(of: values, like: request)
        try await related.fetch(from: page.items, with: client)
        var json = JSONWriter()
        json.value(.array(page.items.map { adding(related, to: $0) }))
        let rows = try decoder.decodePage(Data(json.bytes), options: request.decoding)
        var response = page.replacing(rows.items)
        response.rejected += rows.rejected + related.rejected
        return response
    }

    /// Fetches the items that lead from instances to a value behind relations. Returns a function that finds them.
    static func items(
        behind value: RelatedValue?, from instances: [JSONValue], like request: SearchRequest,
        with client: ContentClient
    ) async throws -> (ModuleDescriptor, String) -> JSONValue? {
        guard let value else { return { _, _ in nil } }
        let related = RelatedInstances(of: [value], like: request, countsTotal: true)
        try await related.fetch(from: instances, with: client)
        return related.find
    }

    private func adding(_ related: RelatedInstances, to instance: JSONValue) -> JSONValue {
        guard case .object(var members) = instance,
            let index = members.firstIndex(where: { $0.name == "values" }),
            case .object(var fields) = members[index].value
        else { return instance }
        for value in values {
            if let relatedValue = value.value(in: instance, find: related.find) {
                fields.append(.init(value.name, relatedValue))
            }
        }
        members[index].value = .object(fields)
        return .object(members)
    }
}

/// The related instances fetched so far, by module.
private final class RelatedInstances {
    private let original: SearchRequest
    private let values: [RelatedValue]
    private let countsTotal: Bool
    private var modules: [ModuleDescriptor: ItemsByID<JSONValue>] = [:]
    /// The names of the fields that are read from the instances of a module.
    private var fields: [ModuleDescriptor: [String]] = [:]
    /// The modules in the order in which they were found, so that requests are reproducible.
    private var order: [ModuleDescriptor] = []

    /// - Parameter countsTotal: Whether to compare the number of items with the server's, so that an item that it counts
    ///   and does not send throws. Otherwise it is like an item that does not exist.
    init(of values: [RelatedValue], like original: SearchRequest, countsTotal: Bool = false) {
        self.countsTotal = countsTotal
        self.original = original
        self.values = values
        for value in values {
            for depth in 1...max(1, value.depth) where depth <= value.depth {
                let module = value.module(after: depth)
                let path = depth == value.depth ? value.path.name : value.path.steps[depth].relation
                let name = module.fields.way(to: path)?.first ?? path
                if fields[module]?.contains(name) != true {
                    fields[module, default: []].append(name)
                }
            }
        }
    }

    var rejected: [ContentDecodingError] { order.flatMap { modules[$0]?.rejected ?? [] } }

    func find(_ module: ModuleDescriptor, _ id: String) -> JSONValue? { modules[module]?[id] }

    /// Fetches the items that lead from instances to the values, level by level.
    func fetch(from instances: [JSONValue], with client: ContentClient) async throws {
        for depth in 1...max(1, values.map(\.depth).max() ?? 1) {
            for value in values where depth <= value.depth {
                for instance in instances {
                    for id in value.ids(after: depth, from: instance, find: find) {
                        ask(for: id, of: value.module(after: depth))
                    }
                }
            }
            try await fetch(with: client)
        }
    }

    private func ask(for id: String, of module: ModuleDescriptor) {
        if modules[module] == nil {
            var request = SearchRequest(module: module)
            request.fields = fields[module]
            request.countsTotal = countsTotal
            request.locale = original.locale
            request.serverCache = original.serverCache
            request.decoding.mode = original.decoding.mode
            request.offline = original.offline
            modules[module] = ItemsByID(request, id: \.instanceID)
            order.append(module)
        }
        modules[module]?.ask(for: id)
    }

    private func fetch(with client: ContentClient) async throws {
        let capabilities = client.engine.capabilities
        for module in order {
            guard var items = modules[module] else { continue }
            let decoder = ItemDecoder.instances(of: module, fields: fields[module].map(module.positions(of:)))
            try await items.fetch(upTo: capabilities.maximumPageSize) { requests in
                for request in requests { try request.check(for: capabilities) }
                let responses = try await client.engine.search(requests, decoding: decoder)
                guard responses.count == requests.count else {
                    throw ResponseCountError(
                        engine: capabilities.name, requested: requests.count, returned: responses.count)
                }
                return responses
            }
            modules[module] = items
        }
    }
}

extension ModuleDescriptor {
    /// The positions of fields in the module's table.
    fileprivate func positions(of names: [String]) -> [Int] {
        names.compactMap { name in fields.fields.firstIndex { $0.name == name } }
    }
}
