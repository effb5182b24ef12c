#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireConformance
import QuireServer
import QuireStore

/// HALO's client over HTTP, with the development server over an in-memory store.
struct HALOUnderTest: EngineUnderTest {
    let name = "HALO"
    let options = ConformanceOptions.seeded { options in
        // HALO leaves fields and operands to its server; its protocol has no field that stands for all of them.
        options.checksFields = false
        options.supportsEmptyProjections = false
        // As many concurrent requests as there are connections.
        options.batchSize = 8
    }

    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let store = try await StoreUnderTest.store(holding: documents, keepsIncompatibleValues: true)
        let server = try DevelopmentServer(store: store, modules: documents.map { ServedModule($0.module) })
        try await server.start()
        do {
            let result = try await body(
                HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(300))))
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}
#endif
