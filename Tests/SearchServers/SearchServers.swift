import Foundation

/// The servers of this test process: one of each kind, started on first use and stopped with the process.
///
/// ```swift
/// let server = try await SearchServers.typesense()
/// let engine = TypesenseEngine(nodes: [server.url], apiKey: server.apiKey, settings: .init(prefix: "facets_"))
/// ```
/// Tests share a server, so each uses its own prefix for the names of collections.
public enum SearchServers {
    /// A single node of Typesense.
    public static func typesense() async throws -> SearchServer {
        let node = try await typesenseNode.value
        return SearchServer(url: node.url, apiKey: node.apiKey)
    }

    /// A server with OpenSearch's protocol that keeps everything in memory.
    public static func openSearch() async throws -> SearchServer {
        SearchServer(url: try await openSearchNode.value.url, apiKey: "")
    }

    /// A PocketBase server. Tests share its collections, so each gives its own names.
    public static func pocketBase() async throws -> PocketBaseNode { try await pocketBaseNode.value }

    // They run as long as the process. Their guards then end them.
    private static let typesenseNode = SharedStart { try TypesenseNode.start() }
    private static let openSearchNode = SharedStart { try OpenSearchNode.start() }
    private static let pocketBaseNode = SharedStart { try PocketBaseNode.startNow() }
}
