import QuireCluster
import QuireCore
import QuireRemote

/// The server's own full-text search on a collection that Quire has prepared.
extension TypesenseEngine {
    /// Finds out about the collections of requests that another program's collection would treat differently. Invalid
    /// parameters are refused without it.
    func learn(_ requests: [SearchRequest]) async throws {
        let unknown = requests.filter { request in
            TypesenseParameters.areAllowed(in: request)
                && (request.meaning == .engine || request.parameters(TypesenseParameters.self) != nil)
                && !existing.isDescribed(request.module)
        }
        if !unknown.isEmpty { _ = try await discover(unknown.map(\.module)) }
    }

    /// Reads the version once, on first use of a collection that another program made.
    func learnVersion() async throws {
        try await server.learn {
            let response = try await connection.json(
                NodeCall(.get, "/debug", intent: .read), "GET /debug")
            return TypesenseFeatures(ServerVersion(response.member("version")?.string))
        } isRefusal: {
            ($0 as? TypesenseError).map { [401, 403, 404].contains($0.status) } ?? false
        }
    }
}
