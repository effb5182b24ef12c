import QuireCore
import QuireRemote

/// The features of the server's version that change a request. An unknown version has none of them.
///
/// | feature | OpenSearch | Elasticsearch | known from |
/// |---|---|---|---|
/// | `case_insensitive` in `wildcard` | 1.0 | 7.10 | the documentation |
///
/// Run here: osmem, which calls itself OpenSearch.
struct OpenSearchFeatures: Sendable, Hashable {
    /// Whether a wildcard may ignore the case of ASCII letters.
    var ignoresCase = false

    /// - Parameter response: What the server says of itself: `{"version":{"number":"2.11.0","distribution":"opensearch"}}`.
    init(_ response: JSONValue?) {
        guard let version = ServerVersion(response?["version"]?["number"]?.string) else { return }
        let isOpenSearch = response?["version"]?["distribution"]?.string == "opensearch"
        ignoresCase = version >= (isOpenSearch ? ServerVersion(1) : ServerVersion(7, 10))
    }
}

extension OpenSearchEngine {
    /// Reads the version once, for the first request that follows the server's meaning.
    func learnVersion() async throws {
        try await server.learn {
            OpenSearchFeatures(
                try await connection.send(.init(.get, "/", intent: .read, "read the server's version")))
        } isRefusal: { ($0 as? OpenSearchError)?.status.map { [401, 403, 404].contains($0) } ?? false }
    }
}
