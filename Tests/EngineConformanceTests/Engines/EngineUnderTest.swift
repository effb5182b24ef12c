import Foundation
import Quire
import Testing

/// An engine that the suite holds to the semantics: how to fill it.
///
/// What it cannot do it says itself: `validate` throws `UnsupportedError` exactly where `search` does (see
/// `ContentEngine.refusal(of:)`), and the support table holds what that comes to.
protocol EngineUnderTest: Sendable, CustomTestStringConvertible {
    /// The column of the support table; engines of one name share it.
    var name: String { get }

    /// Runs the body with a fresh engine that holds instances of modules, given as lines of JSON, and removes after it
    /// what it has made.
    ///
    /// What the engine holds is found by the first search. A line that it refuses is a failure of the suite.
    func withEngine<Result>(
        holding documents: [Documents], _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result

    /// Whether the engine holds items with values of the wrong type; one that does not may refuse to load them.
    var holdsWrongTypes: Bool { get }

    /// Whether it refuses nothing that the evaluator takes; then it is not asked each time.
    var supportsEverything: Bool { get }

    /// Whether it tells fields that are not there, and operands of the wrong type, itself: as a `QueryError` before any
    /// I/O. HALO leaves them to its server.
    var checksFields: Bool { get }

    /// Whether a projection to no field at all answers with none; on HALO's wire no field stands for all of them.
    var canLeaveOutAll: Bool { get }

    /// How many requests go into one `search`.
    var batchSize: Int { get }
}

/// The instances of one module, as lines of JSON.
struct Documents: Sendable {
    var module: ModuleDescriptor
    var lines: [String]
}

extension EngineUnderTest {
    var testDescription: String { name }
    var holdsWrongTypes: Bool { true }
    var supportsEverything: Bool { false }
    var checksFields: Bool { true }
    var canLeaveOutAll: Bool { true }
    var batchSize: Int { 40 }

    /// Runs the body with a fresh engine that holds a table.
    func filled<Result>(
        with table: DocumentTable, _ body: (any ContentEngine) async throws -> Result
    ) async throws -> Result {
        let lines = holdsWrongTypes ? table.lines : table.tidyLines
        return try await withEngine(holding: [Documents(module: table.module, lines: lines)], body)
    }

    /// Whether the engine can express a request.
    func supports(_ request: SearchRequest, _ engine: any ContentEngine) -> Bool {
        supportsEverything || engine.refusal(of: request) == nil
    }

    /// Whether the engine can express a test of a value.
    func supports(_ leaf: Filter.Leaf, of module: ModuleDescriptor, _ engine: any ContentEngine) -> Bool {
        var request = SearchRequest(module: module)
        request.filter = .leaf(leaf)
        request.page = wholePage
        return supports(request, engine)
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

/// A page that has room for all that any table of the suite holds; `.all` is not every engine's.
let wholePage = PageRequest.page(1, size: 200)
