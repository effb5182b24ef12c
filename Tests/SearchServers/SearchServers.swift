import Foundation

/// The search servers of this test process: one of each kind, started when first asked for, ended with the process.
///
/// ```swift
/// let server = try await SearchServers.typesense()
/// let engine = TypesenseEngine(nodes: [server.url], apiKey: server.apiKey, settings: .init(prefix: "facets_"))
/// ```
/// Tests share a server, so each names its collections with a prefix of its own.
public enum SearchServers {
    /// Typesense, a single node.
    public static func typesense() async throws -> SearchServer {
        let node = try await typesenseNode.value
        return SearchServer(url: node.url, apiKey: node.apiKey)
    }

    /// A server that speaks OpenSearch's protocol and keeps everything in memory.
    public static func openSearch() async throws -> SearchServer {
        SearchServer(url: try await openSearchNode.value.url, apiKey: "")
    }

    // They live as long as the process; their guards end them then.
    private static let typesenseNode = SharedStart { try TypesenseNode.start() }
    private static let openSearchNode = SharedStart { try OpenSearchNode.start() }
}
