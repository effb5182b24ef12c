import Foundation
import Quire
import QuireCluster
import QuireTypesense
import SearchServers
import Testing

/// Runs a body with an engine on the real server, with a unique prefix; its collections are removed afterwards.
func withLiveEngine<Result>(
    _ modules: [ModuleDescriptor] = [], prefix: String = "t\(UUID().uuidString)_",
    settings change: (inout TypesenseSettings) -> Void = { _ in },
    transport: any Transport = URLSessionTransport(),
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
    transport: any Transport = URLSessionTransport()
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

extension TypesenseEngine {
    /// Stores instances given as lines, and requires that all are accepted.
    func fill(_ module: ModuleDescriptor, _ lines: [String]) async throws {
        let summary = try await load(lines.map { Data($0.utf8) }, of: module)
        try #require(summary.failures.isEmpty, "\(summary.failures)")
    }
}
