import Foundation
import QuireCluster
import QuireCore
import QuireHTTP
import QuireRemote

/// The server's collections and aliases.
struct CollectionPlaces: Sendable {
    let connection: TypesenseConnection

    /// The collection that an alias points to; `nil` if the alias does not exist.
    func live(_ alias: String) async throws -> String? {
        let response = try await connection.jsonIfPresent(
            NodeCall(.get, "/aliases/\(NodeCall.encoded(alias))", intent: .latest), "GET /aliases/\(alias)")
        return response?["collection_name"]?.string
    }

    /// The server's description of a collection; `nil` if the collection does not exist.
    func description(_ name: String) async throws -> JSONValue? {
        try await connection.jsonIfPresent(
            NodeCall(.get, "/collections/\(NodeCall.encoded(name))", intent: .latest),
            "GET /collections/\(name)")
    }

    /// Checks that no other program's collection has a name, or is what the alias points to. It would be destroyed.
    ///
    /// - Throws: `CollectionError`.
    func checkNotForeign(_ alias: String) async throws {
        guard let description = try await description(alias),
            ForeignDocuments.guardField(in: description) == nil
        else { return }
        throw CollectionError(.foreign, collection: description.member("name")?.string ?? alias)
    }

    /// Creates a collection. Returns `false` if one with this name exists.
    func create(_ layout: CollectionLayout, named name: String) async throws -> Bool {
        do {
            _ = try await connection.json(
                .json(.post, "/collections", body: layout.definition(named: name), intent: .write),
                "POST /collections (\(name))")
            await note(layout, named: name)
            return true
        } catch let error as TypesenseError where error.status == 409 {
            return false
        }
    }

    /// Deletes a collection if it exists.
    func remove(_ name: String) async throws {
        _ = try await connection.jsonIfPresent(
            NodeCall(.delete, "/collections/\(NodeCall.encoded(name))", intent: .write),
            "DELETE /collections/\(name)")
        _ = try? await connection.send(
            NodeCall(.delete, Self.notePath(name), intent: .write), "DELETE \(Self.notePath(name))")
    }

    /// The preset that describes the module of a collection. `quire import` reads it.
    static let notePrefix = "quire_"

    private static func notePath(_ name: String) -> String {
        "/presets/\(NodeCall.encoded(notePrefix + name))"
    }

    /// Describes the module of a collection in a preset, because servers before version 27 have no metadata of
    /// collections. Nothing else depends on it, so a key without permission for presets is no error.
    private func note(_ layout: CollectionLayout, named name: String) async {
        let json = JSONValue.of(["value": .of(["quire": layout.note])])
        _ = try? await connection.send(
            .json(.put, Self.notePath(name), body: json, intent: .write), "PUT \(Self.notePath(name))")
    }

    /// Adds the description to a collection that was created without it.
    func noteIfMissing(_ layout: CollectionLayout, named name: String) async {
        if (try? await preset(of: name)) == nil { await note(layout, named: name) }
    }

    /// The description of the module that a collection was created for; `nil` if there is none.
    func note(of name: String) async throws -> JSONValue? {
        try await preset(of: name)?.member("value")?.member("quire")
    }

    /// Reads all presets, because version 0.24.1 responds with 404 to a request for one.
    private func preset(of name: String) async throws -> JSONValue? {
        let response = try await connection.json(
            NodeCall(.get, "/presets", intent: .latest), "GET /presets")
        return response["presets"]?.elements?.first {
            $0["name"] == .string(Self.notePrefix + name)
        }
    }

    /// Points an alias to a collection, in one step.
    func point(_ alias: String, at name: String) async throws {
        let json = JSONValue.of(["collection_name": .string(name)])
        _ = try await connection.json(
            .json(.put, "/aliases/\(NodeCall.encoded(alias))", body: json, intent: .write),
            "PUT /aliases/\(alias)")
    }

    func removeAlias(_ alias: String) async throws {
        _ = try await connection.jsonIfPresent(
            NodeCall(.delete, "/aliases/\(NodeCall.encoded(alias))", intent: .write),
            "DELETE /aliases/\(alias)")
    }
}
