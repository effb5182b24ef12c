import Foundation
import SearchServers

/// A search cluster, with the command's options for it.
enum Cluster: String, CaseIterable, Sendable {
    case typesense, opensearch

    /// The options for its address with a unique prefix, and the environment with its credentials.
    func options() async throws -> (options: [String], environment: [String: String]) {
        let server =
            switch self {
            case .typesense: try await SearchServers.typesense()
            case .opensearch: try await SearchServers.openSearch()
            }
        let prefix = "command\(UInt32.random(in: 0 ... .max))_"
        return (
            [
                "--engine", rawValue, "--nodes", server.url.absoluteString, "--prefix", prefix, "--timeout",
                "600",
            ],
            ["TYPESENSE_API_KEY": server.apiKey]
        )
    }
}
