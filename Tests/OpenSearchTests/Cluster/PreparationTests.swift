import Foundation
import Quire
import QuireRemote
import QuireTesting
import SearchServers
import Testing
import TransportDoubles

@testable import QuireOpenSearch

/// Indexes follow the schema: created, checked, and replaced during reads and writes.
@Suite struct PreparationTests {
    @Test("Preparing twice changes nothing; a different index behind the alias is reported")
    func checks() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.write(WriteBatch([Shelf.create("1", 1)]))
            try await engine.prepare([Shelf.module])
            #expect(try await engine.ids(Shelf.request()) == ["1"])
            let names = try IndexNames(Shelf.module, engine.settings)
            _ = try await Served.ask(.delete, "/\(names.base)")
            _ = try await Served.ask(
                .put, "/\(names.base)",
                #"{"mappings":{"properties":{"q_count_n":{"type":"text"}}},"aliases":{"\#(names.alias)":{}}}"#
            )
            let error = await #expect(throws: CollectionError.self) {
                try await engine.prepare([Shelf.module])
            }
            #expect(error?.reason == .changed)
            #expect(error?.collection == names.base)
            #expect(error?.detail.contains("q_count_n: expected type long, found text") == true)
            #expect(error?.detail.contains("dynamic: expected false") == true)
        }
    }

    @Test(
        "A field that gets the name of metadata does not take the metadata for its value, and gives it back")
    func metadataNames() async throws {
        let named = ModuleDescriptor(
            name: "shelf", fields: Shelf.module.fields.fields + [FieldDescriptor(name: "name", kind: .text)])
        let item = json(#"{"id":"1","name":"an item","values":{"title":"t","count":1}}"#)
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.store([item], of: Shelf.module)
            try await engine.prepare([named])
            let after = try #require(try await engine.instances(Shelf.request(in: named)).first)
            #expect(after["name"] == .string("an item"))
            #expect(after["values"]?["name"] == nil)
            _ = try await engine.write(
                WriteBatch([Shelf.update("1", #"{"name":"a value"}"#, in: named)]))
            try await engine.prepare([Shelf.module])
            let back = try #require(try await engine.instances(Shelf.request()).first)
            #expect(back["name"] == .string("an item"))
            #expect(back["values"]?["name"] == .string("a value"))
        }
    }

    @Test(
        "Items that another program wrote into a prepared index are counted by searches and plans, and found after a repair"
    )
    func foreignItems() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.store([Shelf.instance("own", 1)], of: Shelf.module)
            let alias = try IndexNames(Shelf.module, engine.settings).alias
            _ = try await Served.ask(
                .put, "/\(alias)/_doc/foreign?refresh=true", #"{"title":"t","count":2,"new":{"a":1}}"#)
            // A program that has not looked at the index yet.
            let other = OpenSearchEngine(
                nodes: [try await SearchServers.openSearch().url], settings: engine.settings)
            let error = await #expect(throws: CollectionError.self) { try await other.ids(Shelf.request()) }
            #expect(error?.reason == .foreignItems && error?.detail == "1 item")
            let plan = try await other.plan(for: [Shelf.module])
            #expect(plan.modules.map(\.writtenItems) == [1])
            #expect(try await other.repair([Shelf.module]) == 1)
            #expect(
                try await other.ids(Shelf.request(Shelf.leaf(.equal, "count", .integer(2)))) == ["foreign"])
            #expect(try await other.plan(for: [Shelf.module]).isEmpty)
            let items = try await other.instances(Shelf.request())
            #expect(items.first { $0["id"] == .string("foreign") }?["values"]?["new"] == json(#"{"a":1}"#))
        }
    }

    @Test("A new index is filled from another engine, or left empty, before searches see it")
    func fillings() async throws {
        let memory = InMemoryEngine()
        await memory.add((0..<30).map { Shelf.instance("\($0)", $0) }, to: Shelf.next)
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.write(WriteBatch([Shelf.create("own", 1)]))
            let progress = Log()
            try await engine.prepare([Shelf.next], filling: .engine(memory), restarting: false) {
                progress.add("\($0.stored)")
            }
            #expect(progress.lines.last == "30")
            #expect(try await engine.ids(Shelf.request(in: Shelf.next)).count == 30)
            let few = Shelf.request(Shelf.leaf(.less, "count", .integer(3)), in: Shelf.next)
            #expect(try await engine.ids(few).count == 3)
            try await engine.prepare([Shelf.module], filling: .nothing, restarting: false) { _ in }
            #expect(try await engine.ids(Shelf.request()) == [])
        }
    }

    @Test("A new schema's index replaces the old one under load: no search misses items, no write is lost")
    func replacement() async throws {
        let watchdog = Watchdog(seconds: 900, "the replacement of an index")
        defer { watchdog.stop() }
        try await Served.withEngine([Shelf.module], batchSize: 50, refresh: .later) { engine in
            let count = 400
            _ = try await engine.load(
                Shelf.module,
                from: Data(
                    (0..<count).map { "\(Shelf.instance("item \($0)", 0))" }.joined(separator: "\n").utf8))
            let isOver = Flag()
            let newest = Ledger()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Three writers with separate items: updates, creations and deletions.
                for writer in 0..<3 {
                    group.addTask {
                        var round = 0
                        // An app with the older schema, which is updated when it gets the error.
                        var module = Shelf.module
                        while !isOver.isSet {
                            round += 1
                            let id = "item \((round * 3 % count) / 3 * 3 + writer)"
                            let extra = "extra \(writer) \(round)"
                            let gone = "extra \(writer) \(round - 3)"
                            let operations = [
                                Shelf.update(id, #"{"count":\#(round)}"#, in: module),
                                Shelf.create(extra, round, in: module),
                                WriteOperation(.delete, module, id: gone),
                            ]
                            do {
                                let results = try await engine.write(WriteBatch(operations))
                                for (operation, result) in zip(operations, results) {
                                    if result.isSuccess { newest.note(operation, round) }
                                    if case .failed(let failure) = result, failure.reason != .notFound {
                                        #expect(failure.message.contains("made for another schema"))
                                        module = Shelf.next
                                    }
                                }
                            } catch let error as CollectionError where error.reason == .otherSchema {
                                #expect(module == Shelf.module)
                                module = Shelf.next
                            }
                        }
                    }
                }
                // Readers always find all items that are never deleted.
                for _ in 0..<2 {
                    group.addTask {
                        while !isOver.isSet {
                            var request = Shelf.request(Shelf.leaf(.hasPrefix, "title", .string("a t")))
                            request.ids = (0..<count).map { "item \($0)" }
                            request.page = .page(1, size: 1)
                            let page = try await engine.page(request)
                            #expect(page.pageInfo.totalItems == count)
                        }
                    }
                }
                group.addTask {
                    defer { isOver.set() }
                    try await engine.prepare([Shelf.next])
                }
                try await group.waitForAll()
            }
            try await Served.refresh(engine)
            let items = try await engine.instances(Shelf.request(in: Shelf.next))
            var found: [String: Int64] = [:]
            for item in items { found[idOfInstance(item)] = item.number("values", "count") }
            var expected = newest.counts
            for index in 0..<count where expected["item \(index)"] == nil { expected["item \(index)"] = 0 }
            #expect(found == expected)
            #expect(newest.counts.count > 3)
            // The old index is gone, and the alias points to the new one.
            let names = try IndexNames(Shelf.next, engine.settings)
            let live = try await engine.administration.indices(behind: names.alias)
            #expect(live == [names.base])
            let all = try await engine.administration.indices(of: names)
            #expect(all.map(\.name) == live)
            try await engine.remove([Shelf.next])
        }
    }

    @Test(
        "On an index of an older schema, a search with a new field is rejected, and one without it runs"
    )
    func olderIndex() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            let added = Shelf.leaf(.equal, "added", .integer(5))
            var sorted = Shelf.request(in: Shelf.next)
            sorted.sort = [SortKey(.value("added"))]
            let naming = [Shelf.request(added, in: Shelf.next), sorted]
            // With and without results.
            for count in [0, 3] {
                _ = try await engine.load(
                    Shelf.module,
                    from: Data(
                        (0..<count).map { "\(Shelf.instance("\($0)", $0))" }.joined(separator: "\n").utf8))
                for request in naming {
                    let error = await #expect(throws: CollectionError.self) { try await engine.ids(request) }
                    #expect(error?.reason == .otherSchema)
                    #expect(error?.detail.contains("it lacks \"added\"") == true, "\(error as Any)")
                    let response = try await engine.responses(to: [Shelf.request(in: Shelf.next), request])
                    #expect(try response[0].get().pageInfo.totalItems == count)
                    #expect(throws: CollectionError.self) { try response[1].get() }
                }
                let old = Shelf.request(Shelf.leaf(.less, "count", .integer(2)), in: Shelf.next)
                #expect(try await engine.ids(old).count == min(count, 2))
            }
            try await engine.prepare([Shelf.next])
            #expect(try await engine.ids(naming[0]) == [])
            #expect(try await engine.ids(naming[1]).count == 3)
            // An app with the older schema continues.
            #expect(try await engine.ids(Shelf.request(Shelf.leaf(.less, "count", .integer(2)))).count == 2)
        }
    }

    @Test("A cancelled replacement keeps the old index in use, and the next one resumes")
    func cancellation() async throws {
        try await Served.withEngine([Shelf.module], batchSize: 20) { engine in
            _ = try await engine.load(
                Shelf.module,
                from: Data((0..<200).map { "\(Shelf.instance("\($0)", $0))" }.joined(separator: "\n").utf8))
            let task = Task {
                // The first documents are copied.
                try await engine.prepare([Shelf.next], filling: .copying, restarting: false) { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await engine.ids(Shelf.request()).count == 200)
            #expect(
                try await engine.write(WriteBatch([Shelf.update("3", #"{"count":-1}"#)])).allSatisfy {
                    $0.isSuccess
                })
            try await engine.prepare([Shelf.next])
            let items = try await engine.instances(Shelf.request(in: Shelf.next))
            #expect(items.count == 200)
            #expect(items.first { idOfInstance($0) == "3" }?.number("values", "count") == -1)
            #expect(
                try await engine.ids(Shelf.request(Shelf.leaf(.equal, "count", .integer(-1)), in: Shelf.next))
                    == ["3"])
        }
    }

    @Test("Values outside the schema are still there after two replacements")
    func unknownKeys() async throws {
        let line =
            #"{"id":"1","values":{"title":"A","added":5,"odd key":{"b":[1,1.5e-3,"\u0000"],"a":null}},"own":[1]}"#
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.load(Shelf.module, from: Data(line.utf8))
            try await engine.prepare([Shelf.next])
            var request = Shelf.request(Shelf.leaf(.equal, "added", .integer(5)), in: Shelf.next)
            let once = try #require(try await engine.instances(request).first)
            #expect(once["values"]?["odd key"]?["b"] == json(#"[1,1.5e-3,"\u0000"]"#))
            #expect(once["values"]?["odd key"]?["a"] == .null)
            #expect(once["own"] == json("[1]"))
            try await engine.prepare([Shelf.module])
            request = Shelf.request()
            let twice = try #require(try await engine.instances(request).first)
            #expect(twice["values"]?["added"] == .integer(5))
            #expect(twice["values"]?["odd key"]?["b"] == json(#"[1,1.5e-3,"\u0000"]"#))
            #expect(twice["values"]?["odd key"]?["a"] == .null)
        }
    }
}

/// The id of an instance.
func idOfInstance(_ instance: JSONValue) -> String {
    if case .string(let id)? = instance["id"] { id } else { "" }
}

/// Set once, from any task.
final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}

/// The acknowledged writes.
final class Ledger: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: Int64] = [:]

    var counts: [String: Int64] { lock.withLock { values } }

    func note(_ operation: WriteOperation, _ round: Int) {
        lock.withLock { values[operation.id ?? ""] = operation.kind == .delete ? nil : Int64(round) }
    }
}
