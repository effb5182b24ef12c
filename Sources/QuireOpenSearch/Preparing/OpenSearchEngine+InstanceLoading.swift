import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension OpenSearchEngine: InstanceLoading {
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        let names = try IndexNames(module, settings)
        let live = try await administration.ownIndices(of: names)
        if !replacing, let index = live.first, live.count == 1, names.fits(index) {
            try await check(index, module)
            await administration.noteIfMissing(of: index, for: module)
            return LoadingPlace(
                name: index, identity: try await administration.identity(of: index), isLive: true)
        }
        let unseen = try await administration.indices(of: names).filter { $0.aliases.isEmpty }
        if resuming, let index = unseen.first(where: { names.fits($0.name) }) {
            try await check(index.name, module)
            return LoadingPlace(
                name: index.name, identity: try await administration.identity(of: index.name), isLive: false)
        }
        for index in unseen { try await administration.remove(index.name) }
        let name = live.contains(names.base) ? names.renewed : names.base
        guard try await administration.create(name, for: module) else {
            throw OpenSearchError(
                .refused, "make the index \(name)", reason: "another load has made it just now")
        }
        return LoadingPlace(
            name: name, identity: try await administration.identity(of: name), isLive: false)
    }

    private func check(_ index: String, _ module: ModuleDescriptor) async throws {
        let differences = try await administration.differences(of: index, from: module)
        guard differences.isEmpty else {
            throw CollectionError(
                .changed, engine: ClusterConnection.engineName, collection: index, facts: differences)
        }
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        guard try await administration.identity(of: place.name) == place.identity else {
            throw CollectionError(
                .missing, engine: ClusterConnection.engineName, collection: place.name,
                facts: ["it is another one now"])
        }
        return try await store(
            instances, behind: IndexNames.writer(of: place.name), of: module, refresh: .later)
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        let names = try IndexNames(module, settings)
        try await administration.refresh(place.name)
        let live = try await administration.indices(behind: names.alias)
        let others = live.filter { $0 != place.name }
        if others.isEmpty, !live.isEmpty { return }
        try await IndexSwitch(administration: administration, names: names).run(from: others, to: place.name)
    }
}
