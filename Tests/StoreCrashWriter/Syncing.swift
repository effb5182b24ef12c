#if SQLite
import Foundation
import Quire
import QuireSync
import QuireStore

/// `sync FILE`: applies one sync after the other, and prints the number of each stored one, until it is killed.
///
/// Each sync changes all items and the checkpoint. The first and every fifth sync replace the whole module; the
/// others send changes, with new and deleted items.
package enum Syncing {
    /// The number of items that stay; the others are new in each sync and replace those of the sync before.
    package static let staying = 150
    package static let passing = 50

    /// The stored versions after this number of syncs.
    package static func versions(after number: Int) -> [String: Int] {
        var versions: [String: Int] = [:]
        guard number > 0 else { return versions }
        for id in ids(number) { versions[String(id)] = version(id, number) }
        return versions
    }

    private static func ids(_ number: Int) -> [Int] { Array(0..<staying) + passing(number) }

    private static func passing(_ number: Int) -> [Int] {
        number > 0 ? Array(number * 1_000..<number * 1_000 + passing) : []
    }

    private static func version(_ id: Int, _ number: Int) -> Int { number * 100_000 + id % 1_000 }

    static func update(_ number: Int, expected: SyncState?) -> SyncUpdate {
        let state = SyncState(
            mark: Date(timeIntervalSince1970: Double(number)), locale: nil, moduleID: nil)
        var changes = ChangeSet(timestamp: state.mark)
        changes.updated = instances(Array(0..<staying), number)
        changes.created = instances(passing(number), number)
        changes.deleted = passing(number - 1).map(String.init)
        let isWhole = expected == nil || number.isMultiple(of: 5)
        return SyncUpdate(
            module: Things.module.name, changes: [changes], kind: isWhole ? .newLocale : .changes,
            expected: expected, state: state)
    }

    private static func instances(_ ids: [Int], _ number: Int) -> [ChangedInstance] {
        ids.map { id in
            ChangedInstance(json: Things.instance(String(id), version(id, number)), id: String(id))
        }
    }

    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        say("ready")
        while true {
            let state = try await store.synced.syncState(of: Things.module.name)
            let number = Int(state?.mark.timeIntervalSince1970 ?? 0) + 1
            _ = try await store.synced.apply(update(number, expected: state))
            say("\(number)")
        }
    }
}
#endif
