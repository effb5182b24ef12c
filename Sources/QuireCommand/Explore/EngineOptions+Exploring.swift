import Foundation
import QuireCore
import QuireEngine
import QuireExplorer
import QuireStore

extension EngineOptions {
    /// The engine for the explorer, and a closure to close it.
    ///
    /// - Parameter mayWrite: Whether a store is opened for writing.
    func explored(
        modules: [ModuleDescriptor], mayWrite: Bool
    ) async throws -> (explored: ExploredEngine, close: @Sendable () async -> Void) {
        #if SQLite
        if kind == .store, mayWrite, let store {
            guard FileManager.default.fileExists(atPath: store) else {
                throw OpeningFailure("\(store): there is no such store. Create it with 'quire load'.")
            }
            let opened = try await Store(.file(store), modules: modules)
            return (ExploredEngine(.store, label: label, engine: opened), { await opened.close() })
        }
        #endif
        let (engine, close) = try await engine(modules: modules)
        return (ExploredEngine(exploredKind, label: label, engine: engine), close)
    }

    private var exploredKind: ExploredEngine.Kind {
        switch kind {
        case .store: .store
        case .typesense: .typesense
        case .opensearch: .opensearch
        case .algolia: .algolia
        case .halo: .halo
        case .pocketbase: .pocketbase
        }
    }

    /// The engine's name with its file or its first address.
    private var label: String {
        switch kind {
        case .store: "Store " + (store ?? "").split(separator: "/").suffix(1).joined()
        case .algolia: "Algolia " + (applicationID ?? "")
        case .typesense: "Typesense " + host
        case .opensearch: "OpenSearch " + host
        case .halo: "HALO " + host
        case .pocketbase: "PocketBase " + host
        }
    }

    private var host: String {
        guard let url = nodes.first, let host = url.host else { return "" }
        return url.port.map { "\(host):\($0)" } ?? host
    }
}
