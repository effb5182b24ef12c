#if SQLite
import Quire
import QuireStore

extension ContentAPI {
    /// Makes sure that every module that is served is one of the store's.
    func prepare() async throws {
        for module in catalog.modules { _ = try await store.count(of: module.name) }
    }

    /// Answers a request, whatever it is.
    func answer(_ request: ServedRequest) async -> Answer {
        do {
            let route = try Route.find(request.method, request.path)
            return try await answer(request, route)
        } catch {
            return Refusal(error).answer
        }
    }

    private func answer(_ request: ServedRequest, _ route: Route) async throws -> Answer {
        switch route {
        case .search: return try await search(request)
        default: throw Refusal(501, "not yet")
        }
    }
}
#endif
