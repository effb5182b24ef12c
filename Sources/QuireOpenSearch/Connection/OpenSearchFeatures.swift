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
