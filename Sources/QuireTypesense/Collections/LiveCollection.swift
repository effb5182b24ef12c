import QuireRemote
import QuireToolbox

/// Directs a module's writes to the live collection, by its own name.
///
/// A node that restarts replays its log separately for each collection. A write to an alias may be replayed before the
/// alias exists, and would then be lost on that node. Therefore the alias is resolved first. After the write it is
/// resolved again: a write that reached a collection after the alias had switched may not be copied, so it is repeated
/// with the new collection.
struct LiveCollection: Sendable {
    let connection: TypesenseConnection
    let alias: String
    /// The last known collections of aliases.
    let names: Locked<[String: String]>

    private static let mostTurns = 5

    /// Runs an idempotent write, if necessary twice.
    ///
    /// - Throws: `CollectionError` if there is no live collection, or the error of the body.
    func write<Result>(_ body: (_ collection: String) async throws -> Result) async throws -> Result {
        var name = try await live(known: names[alias])
        for _ in 0..<Self.mostTurns {
            var result: Result?
            do {
                result = try await body(name)
            } catch let error as CollectionError where error.reason == .missing {
                // The collection was deleted after the alias had switched.
            }
            let now = try await live()
            if now == name {
                guard let result else { throw missing }
                return result
            }
            name = now
        }
        throw CollectionError(.unfinished, collection: alias, facts: ["it is replaced again and again"])
    }

    private func live(known: String? = nil) async throws -> String {
        if let known { return known }
        let live = try await CollectionPlaces(connection: connection).live(alias)
        guard let live else { throw missing }
        if names[alias] != live { try await check(live) }
        names[alias] = live
        return live
    }

    /// Checks that the collection is one that a layout has prepared. Its name nearly always shows that.
    private func check(_ name: String) async throws {
        let signature = name.dropFirst(alias.count + 1)
        if name.hasPrefix(alias + "_"), signature.count >= 16, signature.prefix(16).allSatisfy(\.isHexDigit) {
            return
        }
        let description = try await CollectionPlaces(connection: connection).description(name)
        guard let description, ForeignDocuments.guardField(in: description) == nil else { return }
        throw CollectionError(.otherSchema, collection: name, facts: ["another program made it"])
    }

    private var missing: CollectionError {
        CollectionError(.missing, collection: alias)
    }
}
