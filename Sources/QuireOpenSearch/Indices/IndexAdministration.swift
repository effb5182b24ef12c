import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The calls that manage indices and aliases.
struct IndexAdministration: Sendable {
    let connection: ClusterConnection
    let settings: OpenSearchSettings

    private typealias Call = ClusterConnection.Call

    /// The indices that an alias points to.
    func indices(behind alias: String) async throws -> [String] {
        let response = try await connection.find(
            Call(.get, "/_alias/\(alias)", intent: .read, action: "look up the alias \(alias)"))
        return (response?.members ?? []).map(\.name).sorted()
    }

    /// The same, if Quire made them.
    ///
    /// - Throws: `CollectionError` if another program made what has this name.
    func ownIndices(of names: IndexNames) async throws -> [String] {
        let alias = names.alias
        guard
            let mappings = try await connection.find(
                Call(.get, "/\(alias)/_mapping", intent: .read, action: "read the mapping of \(alias)"))
        else { return [] }
        let indices = try await indices(behind: alias)
        let isForeign = (mappings.members ?? []).contains { index in
            !names.isOwn(index.name) || !indices.contains(index.name)
        }
        guard !isForeign else {
            throw CollectionError(.foreign, collection: alias)
        }
        return indices
    }

    /// The index that a module's searches use.
    ///
    /// - Throws: `CollectionError` if there is none, or if it was created for another schema.
    func liveIndex(of names: IndexNames) async throws -> String {
        guard let index = try await indices(behind: names.alias).first else {
            // What has this name may be an index of another program.
            _ = try await ownIndices(of: names)
            throw CollectionError(.missing, collection: names.alias)
        }
        guard names.fits(index) else { throw names.otherSchema(index) }
        return index
    }

    /// All indices of a module, even those for other schemas, each with the aliases that point to it besides the
    /// module's.
    func indices(of names: IndexNames) async throws -> [(name: String, aliases: [String])] {
        let response = try await connection.find(
            Call(
                .get, "/\(names.alias)-*/_alias", intent: .read, action: "list the indices of \(names.alias)")
        )
        return (response?.members ?? []).filter { names.isOwn($0.name) }
            .map { ($0.name, ($0.value["aliases"]?.members ?? []).map(\.name)) }
            .map { index in (index.0, index.1.filter { $0 != IndexNames.writer(of: index.0) }) }
            .sorted { $0.0 < $1.0 }
    }

    /// Creates an index. Returns `false` if one with this name exists.
    func create(_ index: String, for module: ModuleDescriptor) async throws -> Bool {
        let mapping = IndexMapping(module: IndexedModule(module), prefix: settings.prefix)
        let members: [JSONValue.Member] = [
            .init(
                "settings",
                .of([
                    "index": .object(
                        [
                            .init("number_of_shards", .count(settings.shards)),
                            .init("number_of_replicas", .count(settings.replicas)),
                        ] + mapping.limits.map { .init($0.name, $0.value) })
                ])), .init("mappings", mapping.json),
            .init("aliases", .of([IndexNames.writer(of: index): .empty])),
        ]
        do {
            _ = try await connection.send(
                Call(
                    .put, "/\(index)", body: .json(.object(members)), intent: .write,
                    action: "make the index \(index)"))
            return true
        } catch let error as OpenSearchError where error.type == "resource_already_exists_exception" {
            return false
        }
    }

    /// The mapping of an index; `nil` if there is none.
    func mapping(of index: String) async throws -> JSONValue? {
        let response = try await connection.find(
            Call(.get, "/\(index)/_mapping", intent: .read, action: "read the mapping of \(index)"))
        return response.map { $0[index]?["mappings"] ?? .empty }
    }

    /// Adds the description of the module to an index that was created without it. Nothing but `quire import` reads it,
    /// so a failure is no error.
    func noteIfMissing(of index: String, for module: ModuleDescriptor) async {
        guard let mapping = try? await mapping(of: index), mapping["_meta"]?["quire"] == nil else { return }
        let body = IndexMapping(module: IndexedModule(module), prefix: settings.prefix).meta
        _ = try? await connection.send(
            Call(
                .put, "/\(index)/_mapping", body: .json(.of(["_meta": body])), intent: .write,
                action: "describe the module of \(index)"))
    }

    /// The cluster's own id of an index, which is never used again.
    func identity(of index: String) async throws -> String {
        let response = try await connection.send(
            Call(.get, "/\(index)/_settings", intent: .read, action: "read the settings of \(index)"))
        guard let identity = response[index]?["settings"]?["index"]?["uuid"]?.string else {
            throw OpenSearchError(
                .unreadable, "read the settings of \(index)", reason: "the index has no uuid in the response")
        }
        return identity
    }

    /// Points an alias to one index atomically: searches always see exactly one.
    func point(_ alias: String, at index: String, insteadOf others: [String]) async throws {
        var actions = others.map { other in
            JSONValue.of(["remove": .of(["index": .string(other), "alias": .string(alias)])])
        }
        actions.append(.of(["add": .of(["index": .string(index), "alias": .string(alias)])]))
        _ = try await connection.send(
            Call(
                .post, "/_aliases", body: .json(.of(["actions": .array(actions)])), intent: .write,
                action: "point the alias \(alias) at \(index)"))
    }

    func remove(_ index: String) async throws {
        _ = try await connection.find(
            Call(.delete, "/\(index)", intent: .write, action: "remove the index \(index)"))
    }

    /// Makes all previous writes visible to searches.
    func refresh(_ index: String) async throws {
        _ = try await connection.send(
            Call(.post, "/\(index)/_refresh", intent: .write, action: "refresh \(index)"))
    }

    /// Blocks writes to an index; it can still be read. When this returns, writes in progress have finished.
    func blockWrites(_ index: String) async throws {
        let action = "keep writers out of \(index)"
        do {
            _ = try await connection.send(
                Call(.put, "/\(index)/_block/write", intent: .write, action: action))
        } catch let error as OpenSearchError where [400, 404, 405].contains(error.status) {
            // Servers without this call only have the setting, which does not wait for writes in progress.
            try await setWriteBlock(true, index, action: action)
            try await Task.sleep(for: Self.settling)
        }
    }

    /// How long a write in progress may take on a server that does not wait for it.
    private static let settling = Duration.seconds(1)

    /// Allows writes to an index again.
    func allowWrites(_ index: String) async throws {
        try await setWriteBlock(false, index, action: "let writers into \(index)")
    }

    private func setWriteBlock(_ isBlocked: Bool, _ index: String, action: String) async throws {
        _ = try await connection.send(
            Call(
                .put, "/\(index)/_settings", body: .json(.of(["index.blocks.write": .boolean(isBlocked)])),
                intent: .write, action: action))
    }
}
