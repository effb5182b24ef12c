import Foundation
import QuireCluster
import QuireCore
import QuireHTTP

/// The calls that manage indices and aliases.
struct IndexAdministration {
    let connection: ClusterConnection
    let settings: OpenSearchSettings

    private typealias Call = ClusterConnection.Call

    /// The indices behind an alias.
    func indices(behind alias: String) async throws -> [String] {
        let answer = try await connection.find(
            Call(.get, "/_alias/\(alias)", intent: .read, "look up the alias \(alias)"))
        return (answer?.members ?? []).map(\.name).sorted()
    }

    /// The index that a module's searches see.
    ///
    /// - Throws: `CollectionError` where there is none, or where it was made for another schema.
    func liveIndex(of names: IndexNames) async throws -> String {
        guard let index = try await indices(behind: names.alias).first else {
            throw CollectionError(.missing, engine: ClusterConnection.engineName, collection: names.alias)
        }
        guard names.fits(index) else { throw names.otherSchema(index) }
        return index
    }

    /// All indices of a module, however it looked when they were made, with the aliases that point at them beside their
    /// own.
    func indices(of names: IndexNames) async throws -> [(name: String, aliases: [String])] {
        let answer = try await connection.find(
            Call(.get, "/\(names.alias)-*/_alias", intent: .read, "list the indices of \(names.alias)"))
        return (answer?.members ?? []).filter { names.isOwn($0.name) }
            .map { ($0.name, ($0.value["aliases"]?.members ?? []).map(\.name)) }
            .map { index in (index.0, index.1.filter { $0 != IndexNames.writer(of: index.0) }) }
            .sorted { $0.0 < $1.0 }
    }

    /// Makes an index; `false` where there is one of the name already.
    func create(_ index: String, for module: ModuleDescriptor, alias: String? = nil) async throws -> Bool {
        let mapping = IndexMapping(module: IndexedModule(module))
        var members: [JSONValue.Member] = [
            .init(
                "settings",
                .of([
                    "index": .of([
                        "number_of_shards": .count(settings.shards),
                        "number_of_replicas": .count(settings.replicas),
                        "mapping.total_fields.limit": .count(max(1000, mapping.properties.count + 100)),
                    ])
                ])), .init("mappings", mapping.json),
        ]
        let aliases = [IndexNames.writer(of: index)] + (alias.map { [$0] } ?? [])
        members.append(.init("aliases", .object(aliases.map { .init($0, .empty) })))
        do {
            _ = try await connection.send(
                Call(
                    .put, "/\(index)", .json(.object(members)), intent: .write,
                    "make the index \(index)"))
            return true
        } catch let error as OpenSearchError where error.type == "resource_already_exists_exception" {
            return false
        }
    }

    /// How an index differs from what the module needs.
    func differences(of index: String, from module: ModuleDescriptor) async throws -> [String] {
        let answer = try await connection.send(
            Call(.get, "/\(index)/_mapping", intent: .read, "read the mapping of \(index)"))
        return IndexMapping(module: IndexedModule(module))
            .differences(from: answer[index]?["mappings"] ?? .empty)
    }

    /// The cluster's own id of an index, which no other index ever has.
    func identity(of index: String) async throws -> String {
        let answer = try await connection.send(
            Call(.get, "/\(index)/_settings", intent: .read, "read the settings of \(index)"))
        guard let identity = answer[index]?["settings"]?["index"]?["uuid"]?.string else {
            throw OpenSearchError(
                .unreadable, "read the settings of \(index)", reason: "the index has no uuid in the answer")
        }
        return identity
    }

    /// Points an alias at one index atomically: no search sees none, or two.
    func point(_ alias: String, at index: String, insteadOf others: [String]) async throws {
        var actions = others.map { other in
            JSONValue.of(["remove": .of(["index": .string(other), "alias": .string(alias)])])
        }
        actions.append(.of(["add": .of(["index": .string(index), "alias": .string(alias)])]))
        _ = try await connection.send(
            Call(
                .post, "/_aliases", .json(.of(["actions": .array(actions)])), intent: .write,
                "point the alias \(alias) at \(index)"))
    }

    func remove(_ index: String) async throws {
        _ = try await connection.find(
            Call(.delete, "/\(index)", intent: .write, "remove the index \(index)"))
    }

    /// Lets searches see all that was written.
    func refresh(_ index: String) async throws {
        _ = try await connection.send(
            Call(.post, "/\(index)/_refresh", intent: .write, "refresh \(index)"))
    }

    /// Keeps writers out of an index; readers go on. What was being written is written when this returns.
    func blockWrites(_ index: String) async throws {
        let action = "keep writers out of \(index)"
        do {
            _ = try await connection.send(Call(.put, "/\(index)/_block/write", intent: .write, action))
        } catch let error as OpenSearchError where [400, 404, 405].contains(error.status) {
            // Servers without the call have the setting alone, which does not wait for the writes that it has let pass.
            try await setWriteBlock(true, index, action)
            try await Task.sleep(for: Self.settling)
        }
    }

    /// How long a write may be under way on a server that does not say.
    private static let settling = Duration.seconds(1)

    /// Lets writers into an index again.
    func allowWrites(_ index: String) async throws {
        try await setWriteBlock(false, index, "let writers into \(index)")
    }

    private func setWriteBlock(_ isBlocked: Bool, _ index: String, _ action: String) async throws {
        _ = try await connection.send(
            Call(
                .put, "/\(index)/_settings", .json(.of(["index.blocks.write": .boolean(isBlocked)])),
                intent: .write, action))
    }
}
