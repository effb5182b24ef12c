import Foundation
import QuireAlgolia
import QuireCore
import QuireEngine
import QuireHALO
import QuireOpenSearch
import QuirePocketBase
import QuireStore
import QuireTypesense

/// A kind of request that the explorer shows for a query.
struct Dialect: Sendable {
    var id: String
    var label: String
    /// The engine whose requests are shown. It is never asked to send one.
    var engine: any ContentEngine

    /// All dialects for the modules: those of the explorer's own engines, and placeholders for the others.
    ///
    /// Placeholders have the addresses and the settings that apps begin with. Their keys are not real.
    static func all(_ engines: [ExploredEngine], modules: [ModuleDescriptor]) async -> [Dialect] {
        var dialects: [Dialect] = []
        for (kind, label) in labels {
            if let own = engines.first(where: { $0.kind == kind }) {
                dialects.append(Dialect(id: kind.rawValue, label: label, engine: own.engine))
            } else if let engine = await placeholder(kind, modules) {
                dialects.append(Dialect(id: kind.rawValue, label: label, engine: engine))
            }
        }
        return dialects
    }

    static let labels: [(ExploredEngine.Kind, String)] = [
        (.store, "SQL"), (.halo, "HALO"), (.typesense, "Typesense"), (.opensearch, "OpenSearch"),
        (.algolia, "Algolia"), (.pocketbase, "PocketBase"),
    ]

    private static func placeholder(
        _ kind: ExploredEngine.Kind, _ modules: [ModuleDescriptor]
    ) async -> (any ContentEngine)? {
        func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
        switch kind {
        case .store:
            #if SQLite
            return try? await Store(.memory, modules: modules)
            #else
            return nil
            #endif
        case .halo: return HALOEngine(baseURL: url("https://halo.example"))
        case .typesense: return TypesenseEngine(nodes: [url("http://127.0.0.1:8108")], apiKey: "…")
        case .opensearch: return OpenSearchEngine(nodes: [url("http://127.0.0.1:9200")])
        case .algolia: return AlgoliaEngine(applicationID: "APPLICATION", apiKey: "…")
        case .pocketbase: return PocketBaseEngine(baseURL: url("https://pocketbase.example"))
        }
    }
}
