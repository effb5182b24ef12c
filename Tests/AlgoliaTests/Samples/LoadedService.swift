import Foundation
import LoopbackServer
import Quire
import QuireAlgolia
import QuireRemote

/// A service behind a real socket that contains the things, and an engine connected to it.
final class LoadedService: Sendable {
    let service = SearchService()
    let server: LoopbackServer
    let settings: AlgoliaSettings

    init(_ change: (inout AlgoliaSettings) -> Void = { _ in }) throws {
        let service = service
        server = try LoopbackServer(records: false) { service.respond($0) }
        var settings = AlgoliaSettings(
            prefix: "test_",
            replicas: Things.replicas.map { AlgoliaReplica($0.name, of: "things", sort: $0.sort) },
            hosts: AlgoliaHosts(reads: [server.url], writes: [server.url]))
        change(&settings)
        self.settings = settings
    }

    deinit { server.stop() }

    var engine: AlgoliaEngine {
        AlgoliaEngine(applicationID: SearchService.application, apiKey: SearchService.key, settings: settings)
    }

    /// Settings and records as the engine writes them.
    static func filled(
        _ instances: [JSONValue] = Things.instances,
        _ change: (inout AlgoliaSettings) -> Void = { _ in }
    ) async throws -> LoadedService {
        let loaded = try LoadedService(change)
        try await loaded.engine.prepare([Things.descriptor])
        try await loaded.store(instances)
        return loaded
    }

    /// Stores instances, which must all be accepted.
    func store(_ instances: [JSONValue]) async throws {
        for case let failure? in try await engine.store(instances, of: Things.descriptor) { throw failure }
    }

    func ids(_ request: SearchRequest) async throws -> [String] {
        try await instances(request).map(\.instanceID)
    }

    func instances(_ request: SearchRequest) async throws -> [JSONValue] {
        let page = try JSONValue(parsing: try await engine.searchData(request))
        if case .array(let instances) = page { return instances }
        guard case .array(let instances)? = page["items"] else { return [] }
        return instances
    }
}

/// A request for all things.
func things(_ filter: Filter? = nil) -> SearchRequest {
    var request = SearchRequest(module: Things.descriptor)
    request.filter = filter
    request.page = .all
    request.fields = []
    return request
}
