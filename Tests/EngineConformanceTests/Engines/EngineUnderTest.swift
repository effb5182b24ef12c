import Foundation
import Quire
import QuireConformance
import Seeds
import Testing

/// An engine for the conformance suite, with its setup.
///
/// The engine reports unsupported requests itself: `validate` throws `UnsupportedError` exactly if `search` does, and
/// the support table lists the results.
protocol EngineUnderTest: Sendable, CustomTestStringConvertible {
    /// The column of the support table; engines with the same name share it.
    var name: String { get }

    /// The suite's options for this engine.
    var options: ConformanceOptions { get }

    /// Whether the engine has full text and facets, so that it finds everything invalid in requests with them.
    var hasEveryCapability: Bool { get }

    /// Runs the body with a new engine that contains instances of modules, given as lines of JSON, and cleans up
    /// afterwards.
    ///
    /// The first search must find the content. A rejected line is a failure of the suite.
    func withEngine<Result>(
        holding documents: [ConformanceDocuments], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result
}

extension EngineUnderTest {
    var testDescription: String { name }

    var hasEveryCapability: Bool { true }

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
    /// The engine's error for an unsupported request, without I/O; `nil` if it is supported.
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

/// The engines of the suite. A new engine is one line here and one type in this folder.
enum Engines {
    /// The engines named in `QUIRE_ENGINES` ("store,HALO"), or all.
    static let all: [any EngineUnderTest] = {
        var engines: [any EngineUnderTest] = [MemoryUnderTest()]
        #if SQLite
        engines += [StoreUnderTest(holdsWrongTypes: true), StoreUnderTest(holdsWrongTypes: false)]
        engines += [HALOUnderTest(), PocketBaseUnderTest()]
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
