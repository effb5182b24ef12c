import Foundation
import Quire
import QuireCluster
import QuireHTTP
import QuireRemote
import QuireTypesense
import SearchServers
import Testing

/// Runs a body with an engine on the real server, with a unique prefix; its collections are removed afterwards.
func withLiveEngine<Result>(
    _ modules: [ModuleDescriptor] = [], prefix: String = "t\(UUID().uuidString)_",
    settings change: (inout TypesenseSettings) -> Void = { _ in },
    transport: any Transport = NetworkTransport(),
    _ body: (TypesenseEngine) async throws -> Result
) async throws -> Result {
    let engine = try await liveEngine(prefix: prefix, settings: change, transport: transport)
    try await engine.prepare(modules)
    let result: Swift.Result<Result, any Error>
    do {
        result = .success(try await body(engine))
    } catch {
        result = .failure(error)
    }
    try await engine.remove(modules)
    return try result.get()
}

/// An engine on the real server.
func liveEngine(
    prefix: String, settings change: (inout TypesenseSettings) -> Void = { _ in },
    transport: any Transport = NetworkTransport()
) async throws -> TypesenseEngine {
    let server = try await SearchServers.typesense()
    var settings = TypesenseSettings(
        prefix: prefix, nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)))
    change(&settings)
    return TypesenseEngine(
        nodes: [server.url], apiKey: server.apiKey, settings: settings, transport: transport)
}

extension ContentEngine {
    /// The page of ids that a request finds.
    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        try #require(try await pages([request]).first)
    }

    func pages(_ requests: [SearchRequest]) async throws -> [SearchResponse<String>] {
        guard let module = requests.first?.module else { return [] }
        let decoder = ItemDecoder<String>(module: module, fields: []) { (reader) throws(ValueDecodingError) in
            try reader.read { (_) throws(ValueDecodingError) in }.id
        }
        return try await search(
            requests.map { request in
                var request = request
                request.fields = []
                return request
            }, decoding: decoder)
    }

    /// All ids that a request finds.
    func ids(_ request: SearchRequest) async throws -> [String] {
        var request = request
        request.page = .all
        return try await page(request).items
    }
}

/// A line of JSON as an instance.
func instance(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

/// The value with sorted keys, as the server returns documents.
func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
        .object(
            members.map { .init($0.name, sorted($0.value)) }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    default: value
    }
}

extension TypesenseEngine {
    /// Stores instances given as lines, and requires that all are accepted.
    func fill(_ module: ModuleDescriptor, _ lines: [String]) async throws {
        let summary = try await load(module, from: lines.map { Data($0.utf8) })
        try #require(summary.failures.isEmpty, "\(summary.failures)")
    }
}

/// The server's response to a request of another program, as text.
func text(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> String {
    let server = try await SearchServers.typesense()
    let url = try #require(URL(string: server.url.absoluteString + path))
    let request = HTTPRequest(
        method, url, headers: ["X-TYPESENSE-API-KEY": server.apiKey], body: body.map { Data($0.utf8) })
    let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
    return String(decoding: response.body, as: UTF8.self)
}

/// The server's response to a request of another program.
func call(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> JSONValue {
    try instance(try await text(method, path, body))
}
