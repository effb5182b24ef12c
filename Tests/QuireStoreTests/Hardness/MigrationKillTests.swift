#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Migrations that are killed, and several at once", .timeLimit(.minutes(60 * Soak.factor)))
struct MigrationKillTests {
    private let folder: Folder
    private let count = 1_500

    init() throws { folder = try Folder() }

    private func store(_ release: Int, isReadOnly: Bool = false) async throws -> Store {
        var options = StoreOptions()
        options.downgradePolicy = .allow
        options.isReadOnly = isReadOnly
        return try await Store(
            .file(folder.file()), modules: [Migrating.module(release: release)], options: options)
    }

    /// Every third count is a text that release 1 cannot hold, and every second item has a subtitle.
    private func fill() async throws -> [String: JSONValue] {
        let store = try await store(2)
        let lines = (0..<count).map { number in
            let count = number.isMultiple(of: 3) ? "\"many\"" : "\"\(number)\""
            let subtitle = number.isMultiple(of: 2) ? #","subtitle":"S \#(number)""# : ""
            return #"{"id":"\#(number)","values":{"title":"T \#(number)","count":\#(count)\#(subtitle)}}"#
        }
        let summary = try await store.load(Migrating.module(release: 2), lines)
        #expect(summary.rejected == [])
        let values = try await store.allValues(of: Migrating.module(release: 2))
        await store.close()
        return values
    }

    @Test("A migration that is killed leaves the file as it was, or migrated, with every value")
    func killed() async throws {
        let values = try await fill()
        var release = 2
        var ends = (killed: 0, before: 0)
        for round in 0..<UInt64(12 * Soak.factor) {
            let moment = WriterProcess.Moment.random(
                Soak.seed + 500 + round, lines: 4, microseconds: 60_000)
            let other = 3 - release
            let end = try await WriterProcess.kill(
                .migrate, folder.file(), "\(other)", "allow", "unnumbered", at: moment)
            if end.wasKilled { ends.killed += 1 }
            let isMigrated = try await Store.plan(
                for: [Migrating.module(release: other)], of: .file(folder.file())
            ).isEmpty
            if isMigrated { release = other } else { ends.before += 1 }
            #expect(isMigrated || end.wasKilled, "round \(round)")
            let store = try await store(release, isReadOnly: true)
            let found = try await store.allValues(of: Migrating.module(release: release))
            #expect(found.mapValues(\.sortedMembers) == values.mapValues(\.sortedMembers), "round \(round)")
            await store.close()
        }
        #expect(ends.killed > 4 && ends.before > 0, "the kills come too late to be meaningful")
        #expect(try await Store.check(.file(folder.file())).isSound)
    }

    @Test("Three processes migrate one file at once: one of them does it, and no value is lost")
    func atOnce() async throws {
        let values = try await fill()
        for round in 0..<(2 * Soak.factor) {
            await (try await store(1)).close()
            let file = folder.file()
            let ends = try await withThrowingTaskGroup(of: WriterProcess.End.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        try await WriterProcess(.migrate, [file, "2", "allow", "unnumbered"]).end()
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let lines = ends.flatMap(\.lines).filter { Int($0) == nil }
            #expect(lines.count { $0 == "changed 1" } == 1, "round \(round): \(lines)")
            // The others find the migrated file, or say that it was locked for too long.
            #expect(
                lines.allSatisfy {
                    ["opened", "changed 1", "changed 0"].contains($0) || $0.hasPrefix("refused locked")
                })
            let store = try await store(2, isReadOnly: true)
            #expect(
                try await store.allValues(of: Migrating.module(release: 2)).mapValues(
                    \.sortedMembers)
                    == values.mapValues(\.sortedMembers))
            await store.close()
        }
        #expect(try await Store.check(.file(folder.file())).isSound)
    }
}

extension JSONValue {
    /// The members of an object in the order of their names.
    fileprivate var sortedMembers: [Member] {
        guard case .object(let members) = self else { return [] }
        return members.sorted { $0.name < $1.name }
    }
}
#endif
