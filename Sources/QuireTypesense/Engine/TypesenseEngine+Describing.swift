import QuireCluster
import QuireCore
import QuireRemote

extension TypesenseEngine {
    /// The server's descriptions of its collections, aliases and presets, each as the unchanged response. `quire
    /// import` reads them.
    ///
    /// Presets are missing if the key has no permission for them.
    package func descriptions() async throws -> (collections: [UInt8], aliases: [UInt8], presets: [UInt8]?) {
        let collections = try await connection.send(
            NodeCall(.get, "/collections", intent: .latest), "GET /collections")
        let aliases = try await connection.send(
            NodeCall(.get, "/aliases", intent: .latest), "GET /aliases")
        let presets = try? await connection.send(
            NodeCall(.get, "/presets", intent: .latest), "GET /presets")
        return (Array(collections.body), Array(aliases.body), presets.map { Array($0.body) })
    }

    /// The first documents of a collection, as the server returns them.
    package func documents(of collection: String, atMost count: Int) async throws -> [JSONValue] {
        let what = "search \(collection)"
        var documents: [JSONValue] = []
        for page in 1...max(1, (count + 249) / 250) {
            let response = try await connection.json(
                NodeCall(
                    .get, "/collections/\(NodeCall.encoded(collection))/documents/search",
                    query: [("q", "*"), ("per_page", "250"), ("page", String(page))], intent: .latest), what)
            guard let hits = response["hits"]?.elements else { break }
            documents += hits.compactMap { $0.member("document") }
            if hits.count < 250 { break }
        }
        return documents
    }
}
