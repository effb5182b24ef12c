import Foundation
import Quire
import QuireCluster
import QuireConformance
import QuireRemote
import QuireTypesense
import SearchServers
import Testing

/// Typesense, with a real server that the tests start.
struct TypesenseUnderTest: EngineUnderTest {
    let name = "Typesense"

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let server = try await SearchServers.typesense()
        let engine = TypesenseEngine(
            nodes: [server.url], apiKey: server.apiKey,
            settings: TypesenseSettings(
                // The suite keeps all threads busy for a long time: a response may wait for a free one.
                prefix: "c\(UUID().uuidString)_",
                nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900))))
        let modules = documents.map(\.module)
        try await engine.prepare(modules)
        for (module, lines) in documents.map({ ($0.module, $0.lines) }) {
            let summary = try await engine.load(module, from: lines.map { Data($0.utf8) })
            #expect(summary.failures.isEmpty, "\(summary.failures)")
            #expect(summary.stored == lines.count)
        }
        let result: Result
        do {
            result = try await body(engine)
        } catch {
            try? await engine.remove(modules)
            throw error
        }
        try await engine.remove(modules)
        return result
    }
}
