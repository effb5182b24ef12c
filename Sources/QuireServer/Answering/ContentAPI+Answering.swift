#if SQLite
import QuireStore

extension ContentAPI {
    /// Checks that the store has every module that is served, and restores the store's clock.
    func prepare() async throws {
        try await clock.resume(store)
        for module in catalog.modules { _ = try await store.count(of: module.name) }
    }

    /// Answers any request.
    func answer(_ request: ServedRequest) async -> Answer {
        do {
            let route = try Route.find(request.method, request.path)
            return try await answer(request, route)
        } catch {
            return Refusal(error).answer
        }
    }

    private func answer(_ request: ServedRequest, _ route: Route) async throws -> Answer {
        try checkToken(request, route)
        switch route {
        case .token: return try token(request)
        case .search: return try await search(request)
        case .sync: return try await sync(request)
        case .createInstance: return try await create(request)
        case .updateInstance(let id): return try await update(id, request)
        case .deleteInstance(let id): return try await delete(id, request)
        case .batch: return try await batch(request)
        case .modules: return try modules(request)
        case .module(let id): return try module(id, request)
        case .createDevice: return try createDevice(request)
        case .device(let id): return try device(id)
        case .updateDevice(let id): return try updateDevice(id, request)
        case .login: return try login(request)
        case .register: return try register(request)
        case .pocket: return try pocket(request)
        case .savePocket: return try savePocket(request)
        case .version: return version()
        }
    }
}
#endif
