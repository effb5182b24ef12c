import QuireCluster
import QuireCore
import QuireRemote

extension OpenSearchEngine {
    /// The mappings and the aliases of all indices, as the cluster describes them. `quire import` reads them.
    package func descriptions() async throws -> (mappings: JSONValue, aliases: JSONValue) {
        let mappings = try await connection.send(
            ClusterConnection.Call(.get, "/_mapping", intent: .read, "read the mappings of all indices"))
        let aliases = try await connection.send(
            ClusterConnection.Call(.get, "/_alias", intent: .read, "read the aliases of all indices"))
        return (mappings, aliases)
    }

    /// The sources of the first documents of an index, each with the document's id as `id`.
    package func documents(of index: String, atMost count: Int) async throws -> [JSONValue] {
        let response = try await connection.send(
            ClusterConnection.Call(
                .post, "/\(NodeCall.encoded(index))/_search",
                .json(
                    .of(["size": .count(min(count, IndexLimits.window)), "query": .of(["match_all": .empty])])
                ),
                intent: .read, "read documents of \(index)"))
        return (response["hits"]?["hits"]?.elements ?? []).compactMap { hit in
            guard let id = hit["_id"], let source = hit["_source"]?.members else { return nil }
            return .object([.init("id", id)] + source.filter { $0.name != "id" })
        }
    }
}
