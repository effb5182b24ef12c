import Foundation
import Quire
import QuireCluster
import QuireConformance
import QuireOpenSearch
import QuireRemote
import SearchServers
import Testing

/// The OpenSearch engine with a server that implements its protocol.
struct OpenSearchUnderTest: EngineUnderTest {
    let name = "OpenSearch"

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let server = try await SearchServers.openSearch()
        let modules = documents.map(\.module)
        let engine = OpenSearchEngine(
            nodes: [server.url],
            settings: OpenSearchSettings(
                prefix: "conformance-\(UUID().uuidString.lowercased())-",
                // Tests share a busy machine.
                nodes: NodeSettings(timeout: .seconds(300), attemptTimeout: .seconds(300)),
                refresh: .now, replicas: 0))
        try await engine.prepare(modules)
        do {
            for document in documents {
                let load = try await engine.load(document.module, from: document.lines.map { Data($0.utf8) })
                #expect(load.failures == [])
                #expect(load.stored == document.lines.count)
            }
            let result = try await body(engine)
            try await engine.remove(modules)
            return result
        } catch {
            try await engine.remove(modules)
            throw error
        }
    }
}
