import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension AlgoliaEngine: InstanceLoading {
    /// The live index, if its records have the module's schema, otherwise a new one beside it.
    ///
    /// The settings of the index hold a token of the load. A later load resumes only in an index with the same token.
    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        let index = index(of: module)
        for replica in index.replicas {
            _ = try InstanceOrder(replica.sort, over: module.fields, module: module.name)
        }
        let live = try await userData(of: index.name)
        if let live, live["quire"] == nil {
            throw CollectionError(
                .changed, engine: AlgoliaConnection.engineName, collection: index.name,
                facts: ["it was not made by this engine"])
        }
        if let live, !replacing, live["quire"] == .string(index.shape) {
            let token = token(live, resuming: resuming)
            try await set(index.settings(settings).with(token: token), of: index.name)
            return LoadingPlace(name: index.name, identity: token, isLive: true)
        }
        let name = Self.nextName(index)
        let next = try await userData(of: name)
        if resuming, let next, next["quire"] == .string(index.shape), case .string(let token)? = next["load"]
        {
            return LoadingPlace(name: name, identity: token, isLive: false)
        }
        if next != nil { try await removeIndex(name) }
        let token = UUID().uuidString
        try await set(index.settings(settings, hasReplicas: false).with(token: token), of: name)
        return LoadingPlace(name: name, identity: token, isLive: false)
    }

    package func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws -> [WriteError?] {
        try await store(instances, index(of: module), into: place.name, wait: nil)
    }

    /// Moves a new index to the live name. Then it waits until searches see all records: the service runs the tasks
    /// of an index in order.
    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        let index = index(of: module)
        if place.name != index.name { try await move(place.name, to: index.name) }
        try await setAll(index)
    }

    private func token(_ data: JSONValue, resuming: Bool) -> String {
        if resuming, case .string(let token)? = data["load"] { return token }
        return UUID().uuidString
    }

    /// The engine's data in the settings of an index, empty if there is none; `nil` if the index does not exist.
    func userData(of name: String) async throws -> JSONValue? {
        do {
            let data = try await connection.send(.get, ["1", "indexes", name, "settings"], .latest)
            return try JSONValue(parsing: data)["userData"] ?? .object([])
        } catch let error as AlgoliaError where error.status == 404 {
            return nil
        }
    }
}

extension JSONValue {
    /// The settings of an index, with the token of a load.
    fileprivate func with(token: String) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for index in members.indices where members[index].name == "userData" {
            guard case .object(let data) = members[index].value else { continue }
            members[index].value = .object(data + [.init("load", .string(token))])
        }
        return .object(members)
    }
}
