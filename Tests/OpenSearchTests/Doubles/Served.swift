import Foundation
import Quire
import QuireCluster
import QuireHTTP
import QuireOpenSearch
import QuireRemote
import SearchServers

/// An engine on the real server, with separate indexes that are removed afterwards.
enum Served {
    static let patience = NodeSettings(
        timeout: .seconds(300), attemptTimeout: .seconds(300), writePatience: .seconds(3_000))

    static func engine(
        _ prefix: String? = nil, batchSize: Int = 1000, refresh: OpenSearchSettings.Refresh = .now,
        analyzer: TextAnalyzer = TextAnalyzer()
    ) async throws -> OpenSearchEngine {
        let server = try await SearchServers.openSearch()
        return OpenSearchEngine(
            nodes: [server.url],
            settings: OpenSearchSettings(
                prefix: prefix ?? "test-\(UUID().uuidString.lowercased())-", nodes: patience,
                batchSize: batchSize, refresh: refresh, replicas: 0, analyzer: analyzer))
    }

    /// Runs the body with an engine whose indexes are ready.
    static func withEngine<Result>(
        _ modules: [ModuleDescriptor], batchSize: Int = 1000,
        refresh: OpenSearchSettings.Refresh = .now,
        _ body: (OpenSearchEngine) async throws -> Result
    ) async throws -> Result {
        let engine = try await engine(batchSize: batchSize, refresh: refresh)
        try await engine.prepare(modules)
        do {
            let result = try await body(engine)
            try await engine.remove(modules)
            return result
        } catch {
            try await engine.remove(modules)
            throw error
        }
    }

    static func url() async throws -> URL { try await SearchServers.openSearch().url }

    /// Sends a request directly to the server.
    static func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws
        -> JSONValue
    {
        let server = try await SearchServers.openSearch()
        let url = URL(string: path, relativeTo: server.url) ?? server.url
        var request = HTTPRequest(method, url, body: body.map { Data($0.utf8) })
        request.headers["Content-Type"] = "application/json"
        let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        return try JSONValue(parsing: response.body)
    }
}

extension OpenSearchEngine {
    /// Loads lines given as one text.
    @discardableResult
    func load(
        _ module: ModuleDescriptor, from lines: Data,
        _ onProgress: @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportSummary {
        try await load(
            module, from: lines.split(separator: 10).filter { !$0.isEmpty }.map { Data($0) },
            onProgress: onProgress)
    }
}

extension ContentEngine {
    /// The ids that a request finds, in order.
    func ids(_ request: SearchRequest) async throws -> [String] { try await page(request).items }

    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        var request = request
        request.fields = []
        let decoder = ItemDecoder<String>(module: request.module, fields: []) {
            (reader) throws(ValueDecodingError) in
            try reader.read { (_) throws(ValueDecodingError) in }.id
        }
        guard let page = try await search([request], decoding: decoder).first else {
            return SearchResponse(items: [], pageInfo: PageInfo(page: 1, limit: 0, offset: 0, totalItems: 0))
        }
        return page
    }
}

/// The JSON value of a text; `null` if it is invalid.
func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: Data(text.utf8))) ?? .null }

extension Served {
    /// Makes all writes of the engine visible to searches.
    static func refresh(_ engine: OpenSearchEngine) async throws {
        _ = try await ask(.post, "/\(engine.settings.prefix)*/_refresh")
    }
}
