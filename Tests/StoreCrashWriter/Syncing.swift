#if SQLite
import Foundation
import Quire
import QuireStore

/// `sync FILE`: applies sync after sync, and says the number of each that is stored, until it is killed.
///
/// Each changes all items, and how far the sync goes with them: the first and every fifth time in the module's whole,
/// else by changes, with new and deleted items.
package enum Syncing {
    /// Items that stay, and those that are new each time, in the place of those of the time before.
    package static let staying = 150
    package static let passing = 50

    /// The versions that are stored after so many syncs.
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
            let state = try await store.syncState(of: Things.module.name)
            let number = Int(state?.mark.timeIntervalSince1970 ?? 0) + 1
            _ = try await store.apply(update(number, expected: state))
            say("\(number)")
        }
    }
}
#endif
