import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// An engine for a server of your own: it says how a test and a request look, and where a response has its documents.
///
/// ```swift
/// struct BackendEngine: RemoteEngine {
///     let transport: any Transport
///     let capabilities: EngineCapabilities
///
///     func test(_ leaf: Filter.Leaf, of field: FieldDescriptor) throws -> JSONValue {
///         .of(["field": .string(field.name), "value": JSONValue(leaf.value)])
///     }
///     func request(for search: RemoteSearch<JSONValue>) throws -> HTTPRequest {
///         HTTPRequest(.post, URL(filePath: "/\(search.module.name)/search"), body: Data())
///     }
///     func page(in response: HTTPResponse, of search: RemoteSearch<JSONValue>) throws -> RemotePage {
///         let json = try JSONValue(parsing: response.body)
///         return RemotePage(documents: json["items"]?.elements ?? [], total: json["total"]?.int)
///     }
/// }
/// // POST /books/search {"where":{"field":"year","is":"ge","value":1950},"sort":["id"],"offset":0,"limit":20}
/// ```
/// The documents are plain JSON: the id, the values and the metadata side by side, under the schema's names. Everything
/// else comes with this protocol: requests are checked and compiled before anything is sent, ids and reverse look-ups are
/// tests of fields, a whole result is read page by page, and documents become items.
///
/// The server must keep to Quire's meaning of what the engine accepts: a missing value, null and an empty list are one
/// state, a test of a list holds if it holds for one element, `not` is the exact complement, and no value is the smallest
/// one in an order. Throw `UnsupportedError` for everything else. `EngineConformance` shows whether it holds.
public protocol RemoteEngine: ContentEngine {
    /// A test of one field, in the server's form.
    associatedtype Test: Sendable

    /// Sends the requests.
    var transport: any Transport { get }

    /// How long one request may take. The default is 30 seconds.
    var timeout: Duration { get }

    /// A positive test of a field, in the server's form.
    ///
    /// - Parameters:
    ///   - leaf: The test, without a complement: `.equal` but never `.notEqual`. It was checked against the field.
    ///   - field: The field, or metadata such as `id`.
    /// - Throws: `UnsupportedError` if the server cannot express the test exactly.
    func test(_ leaf: Filter.Leaf, of field: FieldDescriptor) throws -> Test

    /// The request for some documents of a search.
    func request(for search: RemoteSearch<Test>) throws -> HTTPRequest

    /// The documents in a response.
    ///
    /// - Throws: An error of your own if the response has another status than expected.
    func page(in response: HTTPResponse, of search: RemoteSearch<Test>) throws -> RemotePage
}

/// The documents of a response, as the server sent them.
public struct RemotePage: Sendable {
    public var documents: [JSONValue]
    /// The number of documents that match the filter; `nil` if the server does not count them.
    public var total: Int?

    public init(documents: [JSONValue], total: Int?) {
        self.documents = documents
        self.total = total
    }
}

extension RemoteEngine {
    public var timeout: Duration { .seconds(30) }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // All are compiled before the first one is sent.
        let searches = try requests.map(compiled)
        var responses: [SearchResponse<Item>] = []
        for search in searches {
            responses.append(
                try decoder.decodePage(try await data(of: search), options: search.request.decoding))
        }
        return responses
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await data(of: try compiled(request))
    }

    public func validate(_ request: SearchRequest) throws { _ = try compiled(request) }

    public func explain(_ request: SearchRequest) throws -> String {
        let sent = try self.request(for: try compiled(request))
        let body = sent.body.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""
        return "\(sent.method.rawValue) \(sent.url.absoluteString)\(body)"
    }

    private func compiled(_ request: SearchRequest) throws -> RemoteSearch<Test> {
        try request.check(for: capabilities)
        let search = try RemoteSearch(request, for: capabilities, test: test)
        _ = try self.request(for: search)
        return search
    }

    /// The page of a search in HALO's form.
    private func data(of search: RemoteSearch<Test>) async throws -> Data {
        guard case .all = search.request.page else {
            return try await response(to: search).data
        }
        var request = search.request
        request.page = .page(1, size: search.limit)
        var walk = PageWalk(request)
        var all = SearchResponse<JSONValue>(
            items: [], pageInfo: PageInfo(offset: 0, limit: 0, totalItems: nil))
        while let next = walk.next {
            try Task.checkCancellation()
            var page = try await response(to: search.part(next))
            try walk.take(&page, id: \.instanceID)
            all.items += page.items
        }
        try walk.finish()
        all.pageInfo = PageInfo(
            offset: 0, limit: all.items.count, totalItems: request.countsTotal ? all.items.count : nil)
        return all.data
    }

    /// The instances of one page.
    private func response(to search: RemoteSearch<Test>) async throws -> SearchResponse<JSONValue> {
        var page = RemotePage(documents: [], total: 0)
        if case .nothing = search.filter {
        } else {
            let response = try await transport.send(
                try request(for: search), deadline: .after(timeout))
            page = try self.page(in: response, of: search)
            guard page.documents.count <= search.limit else {
                throw search.request.contradiction(
                    .tooManyItems, "\(page.documents.count) items, although the limit is \(search.limit)")
            }
        }
        return SearchResponse(
            items: try search.instances(of: page.documents),
            pageInfo: PageInfo(offset: search.offset, limit: search.limit, totalItems: page.total))
    }
}

extension SearchResponse where Item == JSONValue {
    /// The page in HALO's form.
    fileprivate var data: Data {
        var paging: [JSONValue.Member] = [
            .init("page", .count(pageInfo.page)), .init("limit", .count(pageInfo.limit)),
            .init("offset", .count(pageInfo.offset)),
        ]
        if let total = pageInfo.totalItems { paging.append(.init("totalItems", .count(total))) }
        return JSONValue.of(["pagination": .object(paging), "items": .array(items)]).data
    }
}
