import Foundation
import QuireCluster

/// The collections that aliases pointed at when they were last asked.
final class LiveNames: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String: String] = [:]

    subscript(alias: String) -> String? {
        get { lock.withLock { names[alias] } }
        set { lock.withLock { names[alias] = newValue } }
    }
}

/// What writes of a module go to: the live collection, by its own name.
///
/// A node that is started again carries out its log once more, for each collection by itself: what was written through
/// an alias may come before the alias is there, and be lost on that node. So the alias is asked where it points; and
/// once more after the write, because a write that reached a collection after the alias had turned away from it may not
/// be taken over: then it is sent to the new one.
struct LiveCollection: Sendable {
    let connection: TypesenseConnection
    let alias: String
    let names: LiveNames

    private static let mostTurns = 5

    /// Runs a write that comes to the same done twice.
    ///
    /// - Throws: `CollectionError` where there is no live collection; what the body throws.
    func write<Result>(_ body: (_ collection: String) async throws -> Result) async throws -> Result {
        var name = try await live(known: names[alias])
        for _ in 0..<Self.mostTurns {
            var result: Result?
            do {
                result = try await body(name)
            } catch let error as CollectionError where error.reason == .missing {
                // It was removed after the alias had turned.
            }
            let now = try await live()
            if now == name {
                guard let result else { throw missing }
                return result
            }
            name = now
        }
        throw CollectionError(
            .unfinished, engine: TypesenseConnection.engineName, collection: alias,
            facts: ["it is replaced again and again"])
    }

    private func live(known: String? = nil) async throws -> String {
        if let known { return known }
        let live = try await CollectionPlaces(connection: connection).live(alias)
        names[alias] = live
        guard let live else { throw missing }
        return live
    }

    private var missing: CollectionError {
        CollectionError(.missing, engine: TypesenseConnection.engineName, collection: alias)
    }
}
