import Quire
import Testing

/// An engine that the suite holds to the semantics: how to fill it, and what it may refuse.
protocol EngineUnderTest: Sendable, CustomTestStringConvertible {
    var name: String { get }

    /// A fresh engine with instances of modules, given as lines of JSON.
    func load(_ documents: [(module: ModuleDescriptor, lines: [String])]) async throws -> any ContentEngine

    /// Whether the engine holds items with values of the wrong type; one that does not may refuse to load them.
    var holdsWrongTypes: Bool { get }

    /// Whether the engine can express a leaf; what it cannot, it must refuse with `UnsupportedError`.
    func supports(_ leaf: Filter.Leaf, of module: ModuleDescriptor) -> Bool
}

extension EngineUnderTest {
    var testDescription: String { name }

    /// A fresh engine that holds a table.
    func filled(with table: DocumentTable) async throws -> any ContentEngine {
        try await load([(table.module, holdsWrongTypes ? table.lines : table.tidyLines)])
    }

    func supports(_ leaf: Filter.Leaf, of module: ModuleDescriptor) -> Bool { true }
}

/// The engines that the suite runs over. A new engine is one line here and one type beside this file.
enum Engines {
    static let all: [any EngineUnderTest] = {
        var engines: [any EngineUnderTest] = [MemoryUnderTest()]
        #if SQLite
        engines += [StoreUnderTest(holdsWrongTypes: true), StoreUnderTest(holdsWrongTypes: false)]
        #endif
        return engines
    }()
}

extension ContentEngine {
    /// The ids that a request finds, in the engine's order.
    func ids(_ request: SearchRequest) async throws -> [String] {
        try await page(request).items
    }

    /// The page of ids that a request finds; no values are read.
    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        var request = request
        request.fields = []
        let decoder = ItemDecoder<String>(module: request.module, fields: []) {
            (reader) throws(DecodingFailure) in
            try reader.read { (_) throws(DecodingFailure) in }.id
        }
        let responses = try await search([request], decoding: decoder)
        try #require(responses.count == 1)
        return responses[0]
    }
}

/// The id of an instance.
func idOfInstance(_ instance: JSONValue) -> String {
    if case .string(let id)? = instance["id"] { id } else { "" }
}
