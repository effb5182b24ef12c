import QuireCore
import QuireRemote

extension OpenSearchEngine {
    /// Reads the version once, for the first request that follows the server's meaning.
    func learnVersion() async throws {
        try await server.learn {
            OpenSearchFeatures(
                try await connection.send(.init(.get, "/", intent: .read, "read the server's version")))
        } isRefusal: {
            ($0 as? OpenSearchError)?.status.map { [401, 403, 404].contains($0) } ?? false
        }
    }
}
