import Foundation
import Quire
import QuireEngine
import QuireTesting
import SampleModules
import Testing

/// An engine with books, by their titles.
enum Library {
    /// A book whose age is the number in its title.
    static func book(_ title: String) -> Book {
        Book(id: ContentID(title), values: .init(title: title, age: Int(title) ?? 1))
    }

    static func engine(_ titles: [String]) async -> InMemoryEngine {
        let engine = InMemoryEngine()
        await engine.add(Books.self, titles.map(book))
        return engine
    }

    /// An engine that does not report its commits.
    struct SearchOnly: ContentEngine {
        let base: InMemoryEngine

        var capabilities: EngineCapabilities {
            var capabilities = base.capabilities
            capabilities.liveQueries = false
            return capabilities
        }

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] {
            try await base.search(requests, decoding: decoder)
        }

        func searchData(_ request: SearchRequest) async throws -> Data { try await base.searchData(request) }

        func validate(_ request: SearchRequest) throws { try base.validate(request) }

        func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
    }
}
