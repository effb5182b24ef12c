import QuireCluster
import QuireCore
import QuireRemote

extension TypesenseConnection {
    /// Reads documents of a collection as they are stored, from the node that handles the writes.
    ///
    /// - Parameter parameters: The filter, the page, and other parameters of a search.
    /// - Returns: The number of documents that match, and those of the page.
    func documents(
        of collection: String, _ parameters: [(name: String, value: JSONValue)]
    ) async throws -> (found: Int, documents: [JSONValue]) {
        let what = "read \(collection)"
        let fixed: [(name: String, value: JSONValue)] = [
            ("collection", .string(collection)), ("q", .string("*")), ("enable_overrides", .boolean(false)),
        ]
        let search = JSONValue.object((fixed + parameters).map { .init($0.name, $0.value) })
        let body = JSONValue.of(["searches": .array([search])])
        let response = try await json(.json(.post, "/multi_search", body, intent: .latest), what)
        let result = response.member("results")?.elements?.first
        if let code = result?.member("code")?.int {
            let message = result?.member("error")?.string ?? ""
            throw TypesenseError(status: code, message: redacted(message), call: what)
        }
        guard let hits = result?.member("hits")?.elements, let found = result?.member("found")?.int else {
            throw TypesenseError(unreadable: "the response has no hits", what)
        }
        return (found, hits.compactMap { $0.member("document") })
    }
}
