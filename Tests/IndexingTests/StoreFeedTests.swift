#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireIndexing
import QuireSync
import QuireStore
import QuireTesting
import Testing
import TransportDoubles

/// Shared by the tests of stores: a module, and functions that write and read it.
enum Things {
    static let module = ModuleDescriptor(
        name: "things",
        fields: [
            FieldDescriptor(name: "n", kind: .integer, isSortable: true),
            FieldDescriptor(name: "words", kind: .list(.text)),
            FieldDescriptor(name: "text", kind: .longText),
        ])

    static func line(_ id: String, _ number: Int) -> String {
        var json = JSONWriter()
        json.value(
            .object([
                .init("id", .string(id)), .init("name", .string("thing \(number)")),
                .init("createdAt", .integer(1_000_000)),
                .init(
                    "values",
                    .object([
                        .init("n", .integer(Int64(number))),
                        .init("words", .array([.string("w\(number % 3)"), .string("all")])),
                    ])),
            ]))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func put(_ ids: [String], _ number: Int, in store: Store) async throws {
        let lines = ids.map { line($0, number) }.joined(separator: "\n")
        try await store.load("things", from: .data(Data(lines.utf8)))
    }

    /// All items of an engine by their ids' bytes: their names and values in a normalized form.
    static func all(
        _ engine: some ContentEngine, _ module: ModuleDescriptor = Things.module
    ) async throws -> [[UInt8]: String] {
        var request = SearchRequest(module: module)
        request.page = .all
        let object = try JSONSerialization.jsonObject(with: try await engine.searchData(request))
        var all: [[UInt8]: String] = [:]
        for case let item as [String: Any] in object as? [Any] ?? [] {
            let kept = [
                "name", "values", "createdAt", "publishedAt", "removedAt", "archivedAt", "tags",
            ].map { key -> String in
                // No tags and an empty list of them are equal.
                if key == "tags", (item[key] as? [Any])?.isEmpty == true { return "tags=" }
                return "\(key)=" + (item[key].map(Self.text) ?? "")
            }
            all[Array((item["id"] as? String ?? "?").utf8)] = kept.joined(separator: ";")
        }
        return all
    }

    private static func text(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [value], options: [.sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}

@Suite("The change feed of a store", .timeLimit(.minutes(10)))
struct StoreFeedTests {
    private func monitor(
        _ store: Store, _ target: any WritableEngine, _ name: String = "i", clock: TransportClock = .system,
        modules: [ModuleDescriptor] = [Things.module], batchSize: Int = 500
    ) async -> IndexMonitor {
        let monitor = IndexMonitor(
            journal: store, name: name, settings: IndexSettings(batchSize: batchSize, pollInterval: nil),
            clock: clock)
        await monitor.add(
            EngineIndexer(from: store, into: target, modules),
            changesFrom: store.changes(ofModules: modules.map(\.name)))
        return monitor
    }

    private func due(_ store: Store) async throws -> [String] {
        try await store.journal.dueChanges(of: "things", in: "i", limit: 1000, at: Date()).map {
            "\($0.operation.rawValue) \($0.id)"
        }
    }

    @Test("Every kind of write is journaled in its own transaction")
    func everyWay() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        try await Things.put(["before"], 1, in: store)
        let monitor = await monitor(store, InMemoryEngine())
        try await monitor.start()
        await monitor.waitUntilIdle()
        await monitor.stop()
        #expect(try await due(store) == [])
        try await Things.put(["loaded", "before"], 2, in: store)
        #expect(try await due(store) == ["upsert loaded", "upsert before"])
        _ = try await store.write(
            WriteBatch([
                WriteOperation(.create, Things.module, id: "written"),
                WriteOperation(.update, Things.module, id: "loaded"),
                WriteOperation(.delete, Things.module, id: "before"),
            ]))
        #expect(try await due(store) == ["upsert written", "upsert loaded", "delete before"])
        var changes = ChangeSet(timestamp: Date(timeIntervalSince1970: 5))
        changes.created = [ChangedInstance(json: Data(Things.line("synced", 3).utf8), id: "synced")]
        changes.deleted = ["written"]
        _ = try await store.synced.apply(
            SyncUpdate(
                module: "things", changes: [changes], kind: .changes, expected: nil,
                state: SyncState(mark: changes.timestamp, locale: nil, moduleID: nil)))
        #expect(
            try await due(store) == ["upsert loaded", "delete before", "upsert synced", "delete written"])
        try await store.delete(["synced"], from: "things")
        try await store.deleteAll(from: "things")
        #expect(
            try await due(store) == [
                "delete before", "delete written", "delete synced", "delete loaded",
            ])
        // A rollback leaves nothing behind.
        struct Refused: Error {}
        await #expect(throws: Refused.self) {
            try await store.transaction("fail") { transaction in
                try transaction.upsert(Data(Things.line("never", 1).utf8), into: "things")
                throw Refused()
            }
        }
        #expect(try await due(store).count == 4)
    }

    @Test("Without an index, or after it was deleted, changes are not journaled")
    func nobody() async throws {
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        try await Things.put(["1"], 1, in: store)
        #expect(try await due(store) == [])
        let target = InMemoryEngine()
        let monitor = await monitor(store, target)
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(try await Things.all(target) == Things.all(store))
        try await monitor.deleteAll()
        #expect(await !monitor.isRunning)
        #expect(try await Things.all(target).isEmpty)
        try await Things.put(["2"], 1, in: store)
        #expect(try await due(store) == [])
        #expect(
            try Shell.rows(
                folder.file(),
                "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'quire_index%'")
                == "[[0]]")
        // The next start is a first one.
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(try await Things.all(target).count == 2)
        await monitor.stop()
    }

    @Test("Several indexes get the changes at their own pace")
    func several() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        let one = InMemoryEngine()
        let two = InMemoryEngine()
        let first = await monitor(store, one, "one")
        let second = await monitor(store, two, "two")
        try await first.start()
        try await second.start()
        try await Things.put(["1", "2"], 1, in: store)
        await first.waitUntilIdle()
        await second.waitUntilIdle()
        await second.stop()
        try await Things.put(["2", "3"], 2, in: store)
        await first.waitUntilIdle()
        #expect(try await Things.all(one) == Things.all(store))
        #expect(try await Things.all(two).count == 2)
        try await second.start()
        await second.waitUntilIdle()
        #expect(try await Things.all(two) == Things.all(store))
        await first.stop()
        await second.stop()
    }

    @Test("Changes are indexed automatically, soon after they are made")
    func unasked() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        let target = try await Store(.memory, modules: [Things.module])
        let monitor = await monitor(store, target)
        try await monitor.start()
        for await progress in monitor.progress where progress.phase == .idle { break }
        try await Things.put(["1"], 1, in: store)
        for await progress in monitor.progress where progress.phase == .changes {
            #expect(progress.done == 1)
            break
        }
        #expect(try await Things.all(target) == Things.all(store))
        await monitor.stop()
    }

    @Test("Changes can only be journaled in the store's own file")
    func otherJournal() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        let other = try await Store(.memory, modules: [Things.module])
        let monitor = IndexMonitor(journal: other, name: "i")
        await monitor.add(
            EngineIndexer(from: store, into: InMemoryEngine(), [Things.module]),
            changesFrom: store.changes(ofModules: ["things"]))
        await #expect(throws: IndexingError.otherJournal(index: "i")) { try await monitor.start() }
    }

    @Test("After a schema change the feed continues, and all items are reindexed")
    func schemaChange() async throws {
        let folder = try Folder()
        let target = InMemoryEngine()
        var store = try await Store(.file(folder.file()), modules: [Things.module])
        try await Things.put(["1", "2"], 1, in: store)
        var monitor = await monitor(store, target)
        try await monitor.start()
        await monitor.waitUntilIdle()
        await monitor.stop()
        await store.close()
        // One field is removed, one changes its type: the tables are rewritten.
        let changed = ModuleDescriptor(
            name: "things",
            fields: [FieldDescriptor(name: "n", kind: .text), FieldDescriptor(name: "text", kind: .longText)])
        store = try await Store(.file(folder.file()), modules: [changed])
        #expect(
            try Shell.rows(
                folder.file(),
                "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'quire_index%'")
                == "[[3]]")
        // Before the monitor has started again.
        try await store.load(
            "things", from: .data(Data(#"{"id":"3","createdAt":7,"values":{"n":"three"}}"#.utf8)))
        try await store.delete(["1"], from: "things")
        #expect(try await due(store) == ["upsert 3", "delete 1"])
        await target.removeAll()
        monitor = await self.monitor(store, target, modules: [changed])
        try await monitor.start()
        await monitor.waitUntilIdle()
        let left = try await Things.all(target, changed)
        let right = try await Things.all(store, changed)
        #expect(left == right)
        #expect(left.count == 2)
        await monitor.stop()
    }

    @Test("Ids stay separate by their bytes at every step")
    func bytes() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        let target = try await Store(.memory, modules: [Things.module])
        let ids = ["é", "e\u{301}", "a/b", "a%2Fb", "'\"", "天気", "A", "a"]
        let monitor = await monitor(store, target)
        try await Things.put(Array(ids.prefix(4)), 1, in: store)
        try await monitor.start()
        await monitor.waitUntilIdle()
        try await Things.put(ids, 2, in: store)
        try await store.delete(["e\u{301}", "a"], from: "things")
        await monitor.waitUntilIdle()
        #expect(try await Things.all(target) == Things.all(store))
        #expect(try await Things.all(target).count == ids.count - 2)
        await monitor.stop()
    }
}

/// An independent reader of a store's file: python3's sqlite3.
enum Shell {
    static func rows(_ path: String, _ sql: String) throws -> String {
        let script =
            "import json, sqlite3, sys\n"
            + "print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path, sql]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // Reads to the end of the output: waiting for the child could block a thread of the cooperative pool forever.
        let data = output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
#endif
