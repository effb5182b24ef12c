import Foundation
import QuireCore
import QuireOpenSearch
import QuireRemote
import QuireStore
import QuireTypesense

/// The engine of a load, opened for all of its modules.
struct LoadEngine: Sendable {
    private let settings: LoadSettings
    private let opened: Opened

    private enum Opened: Sendable {
        #if SQLite
        case store(Store, String)
        #endif
        case cluster(any InstanceLoading)
    }

    /// - Throws: The engine's errors; `DataFiles.Failure` if this build does not include the engine.
    init(_ settings: LoadSettings, modules: [ModuleDescriptor]) async throws {
        self.settings = settings
        switch settings.engine.kind {
        case .store:
            #if SQLite
            let path = settings.engine.store ?? ""
            var options = StoreOptions()
            options.embedder = settings.engine.embedder(modules)
            opened = .store(try await Store(.file(path), modules: modules, options: options), path)
            #else
            throw OpeningFailure.noStore
            #endif
        case .typesense, .opensearch, .algolia, .halo, .pocketbase:
            guard let engine = try await settings.engine.loader() else {
                throw OpeningFailure("\(settings.engine.kind.rawValue) cannot be loaded into")
            }
            opened = .cluster(engine)
        }
    }

    /// The target for a module's items.
    func target(_ module: ModuleDescriptor) -> any LoadTarget {
        switch opened {
        #if SQLite
        case .store(let store, let path):
            StoreTarget(
                store: store, path: path, module: module, requiresFields: !settings.takesDrafts,
                embeds: settings.engine.embedder != nil)
        #endif
        case .cluster(let engine):
            ClusterTarget(
                engine, address: settings.engine.address, module: module,
                requiresFields: !settings.takesDrafts, replaces: settings.replaces)
        }
    }

    func close() async {
        #if SQLite
        if case .store(let store, _) = opened { await store.close() }
        #endif
    }
}
