#if SQLite
extension ContentAPI {
    /// Responds to any request, also to one that fails.
    func respond(to request: ServedRequest) async -> ServedResponse {
        do {
            let route = try Route.find(request.method, request.path)
            try authorizer.checkToken(request, route)
            return try await respond(to: request, at: route)
        } catch {
            return APIError(error).response
        }
    }

    private func respond(to request: ServedRequest, at route: Route) async throws -> ServedResponse {
        switch route {
        case .token: try tokens.token(request)
        case .search: try await searches.search(request)
        case .sync: try await syncs.sync(request)
        case .createInstance: try await writes.create(request)
        case .updateInstance(let id): try await writes.update(id, request)
        case .deleteInstance(let id): try await writes.delete(id, request)
        case .batch: try await writes.batch(request)
        case .modules: try modules.modules(request)
        case .module(let id): try modules.module(id, request)
        case .createDevice: try devices.createDevice(request)
        case .device(let id): try devices.device(id)
        case .updateDevice(let id): try devices.updateDevice(id, request)
        case .login: try users.login(request)
        case .register: try users.register(request)
        case .pocket: try pockets.pocket(request)
        case .savePocket: try pockets.savePocket(request)
        case .version: devices.version()
        }
    }
}
#endif
