import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: InstanceLoading {
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        try checkSettings()
        let layout = layout(of: module)
        try await places.checkNotForeign(layout.alias)
        let live = try await places.live(layout.alias)
        if let live, !replacing, [layout.name, layout.otherName].contains(live),
            let description = try await places.description(live), layout.differences(to: description).isEmpty
        {
            await places.noteIfMissing(layout, named: live)
            return LoadingPlace(name: live, identity: Self.identity(live, description), isLive: true)
        }
        let name = live == layout.name ? layout.otherName : layout.name
        if let description = try await places.description(name) {
            if resuming, layout.differences(to: description).isEmpty {
                return LoadingPlace(name: name, identity: Self.identity(name, description), isLive: false)
            }
            try await places.remove(name)
        }
        _ = try await places.create(layout, named: name)
        guard let description = try await places.description(name) else {
            throw TypesenseError(
                status: 404, message: "it is gone again", call: "POST /collections (\(name))")
        }
        return LoadingPlace(name: name, identity: Self.identity(name, description), isLive: false)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await store(instances, in: place.name, layout(of: module))
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        let alias = layout(of: module).alias
        let live = try await places.live(alias)
        guard live != place.name else { return }
        try await places.point(alias, at: place.name)
        if let live { try await places.remove(live) }
    }

    private static func identity(_ name: String, _ description: JSONValue) -> String {
        "\(name) \(description.member("created_at")?.description ?? "")"
    }
}
