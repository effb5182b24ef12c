import Foundation
import Quire
import QuireOpenSearch
import SearchServers
import Testing

/// The OpenSearch engine over a server that speaks its protocol.
struct OpenSearchUnderTest: EngineUnderTest {
    let name = "OpenSearch"

    func withEngine<Result>(
        holding documents: [Documents], _ body: (any ContentEngine) async throws -> Result
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
                let load = try await engine.load(
                    Data(document.lines.joined(separator: "\n").utf8), of: document.module)
                #expect(load.rejected.map { "\($0.number): \($0.failure)" } == [])
                #expect(load.stored == document.lines.count)
            }
            let result = try await body(engine)
            try await engine.removeIndices(of: modules)
            return result
        } catch {
            try await engine.removeIndices(of: modules)
            throw error
        }
    }
}
