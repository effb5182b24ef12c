import Foundation
import Quire
import QuireConformance
import Seeds
import Testing

/// An engine that the suite holds to the semantics: how to fill it.
///
/// What it cannot do it says itself: `validate` throws `UnsupportedError` exactly where `search` does, and the support
/// table holds what that comes to.
protocol EngineUnderTest: Sendable, CustomTestStringConvertible {
    /// The column of the support table; engines of one name share it.
    var name: String { get }

    /// What the suite may expect of it.
    var options: ConformanceOptions { get }

    /// Runs the body with a fresh engine that holds instances of modules, given as lines of JSON, and removes after it
    /// what it has made.
    ///
    /// What the engine holds is found by the first search. A line that it refuses is a failure of the suite.
    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result
}

extension EngineUnderTest {
    var testDescription: String { name }

    var options: ConformanceOptions { ConformanceOptions.seeded { _ in } }

    var conformance: EngineConformance {
        EngineConformance(options: options) { documents, test in
            try await withEngine(holding: documents) { engine in try await test(engine) }
        }
    }
}

extension ConformanceOptions {
    /// Options with the seed of the tests.
    static func seeded(_ change: (inout ConformanceOptions) -> Void) -> ConformanceOptions {
        var options = ConformanceOptions()
        options.seed = Seed.current
        change(&options)
        return options
    }
}

extension ContentEngine {
    /// What the engine says to a request that it cannot express, with no I/O; `nil` where it can.
    func refusal(of request: SearchRequest) -> UnsupportedError? {
        do {
            try request.check(for: capabilities)
            try validate(request)
            return nil
        } catch {
            return error as? UnsupportedError
        }
    }
}

/// The engines that the suite runs over. A new engine is one line here and one type beside this file.
enum Engines {
    /// Those named in `QUIRE_ENGINES` ("store,HALO"), or all.
    static let all: [any EngineUnderTest] = {
        var engines: [any EngineUnderTest] = [MemoryUnderTest()]
        #if SQLite
        engines += [StoreUnderTest(holdsWrongTypes: true), StoreUnderTest(holdsWrongTypes: false)]
        engines += [HALOUnderTest()]
        #endif
        engines.append(OpenSearchUnderTest())
        engines.append(TypesenseUnderTest())
        guard let names = ProcessInfo.processInfo.environment["QUIRE_ENGINES"], !names.isEmpty else {
            return engines
        }
        let wanted = names.split(separator: ",").map(String.init)
        return engines.filter { wanted.contains($0.name) }
    }()
}
