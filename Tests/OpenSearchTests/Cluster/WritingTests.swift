import Foundation
import Quire
import QuireOpenSearch
import QuireTesting
import Testing
import TransportDoubles

/// Writes have the same effect as on every engine, and none is lost between concurrent writers.
@Suite struct WritingTests {
    @Test("A long run of random batches has the in-memory engine's results, operation by operation")
    func sameAsMemory() async throws {
        try await Served.withEngine([Shelf.module], batchSize: 7) { engine in
            let memory = InMemoryEngine()
            var random = SeededGenerator(seed: 41)
            for _ in 0..<40 {
                let batch = Self.randomBatch(&random)
                let results = try await engine.write(batch)
                let expected = try await memory.write(batch)
                #expect(results.map(Self.outline) == expected.map(Self.outline), "\(batch)")
                #expect(
                    try await engine.instances(Shelf.request()).map(Self.untimed)
                        == memory.instances(Shelf.request()).map(Self.untimed))
            }
        }
    }

    private static func randomBatch(_ random: inout SeededGenerator) -> WriteBatch {
        var batch = WriteBatch()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let id = ["a", "b", "it's", "caf\u{E9}", "cafe\u{301}", "x/y"][
                Int.random(in: 0..<6, using: &random)]
            let number = Int.random(in: 0..<100, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<3: batch.operations.append(Shelf.create(id, number))
            case 3..<6: batch.operations.append(Shelf.update(id, #"{"count":\#(number)}"#))
            case 6..<8:
                var operation = Shelf.update(id, #"{"title":null,"words":["w\#(number)"]}"#)
                operation.kind = .createOrUpdate
                operation.metadata.name = .set("name \(number)")
                batch.operations.append(operation)
            case 8..<11: batch.operations.append(WriteOperation(.delete, Shelf.module, id: id))
            default: batch.operations.append(WriteOperation(.truncate, Shelf.module))
            }
        }
        return batch
    }

    private static func outline(_ result: WriteResult) -> String {
        switch result {
        case .stored(let data):
            "stored \((try? JSONValue(parsing: data)).map { "\(untimed($0))" } ?? "no JSON")"
        case .deleted(let data):
            "deleted \(data.flatMap { try? JSONValue(parsing: $0) }.map { "\(untimed($0))" } ?? "nothing")"
        case .truncated(let count): "truncated \(count.map(String.init) ?? "?")"
        case .failed(let failure): "failed \(failure.reason) \(failure.id ?? "")"
        }
    }

    /// The instance without its write times; sorted, because engines may keep values in the schema's order.
    private static func untimed(_ instance: JSONValue) -> String {
        var members = ["id", "name"].map { "\($0) \(instance[$0].map { "\($0)" } ?? "-")" }
        if case .object(let values)? = instance["values"] {
            members += values.map { "\($0.name) \($0.value)" }.sorted()
        }
        return members.joined(separator: ", ")
    }

    @Test("Concurrent writers that change different fields of one item all succeed")
    func noLostUpdate() async throws {
        try await Served.withEngine([Shelf.module], refresh: .later) { engine in
            _ = try await engine.write(WriteBatch([Shelf.create("1", 0)]))
            let writers = 6
            let rounds = 8
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<writers {
                    group.addTask {
                        for round in 0..<rounds {
                            let results = try await engine.write(
                                WriteBatch([Shelf.update("1", #"{"other \#(writer)-\#(round)":\#(round)}"#)]))
                            #expect(results.allSatisfy { $0.isSuccess }, "\(results)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            var request = Shelf.request()
            request.ids = ["1"]
            try await Served.refresh(engine)
            let item = try #require(try await engine.instances(request).first)
            for writer in 0..<writers {
                for round in 0..<rounds {
                    #expect(item.number("values", "other \(writer)-\(round)") == Int64(round))
                }
            }
        }
    }

    @Test("Of two writers with a version check, one succeeds and the other gets a conflict")
    func conflicts() async throws {
        try await Served.withEngine([Shelf.module], refresh: .later) { engine in
            _ = try await engine.write(WriteBatch([Shelf.create("1", 0)]))
            let added = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        var added: Int64 = 0
                        for _ in 0..<5 {
                            // Reads its item with a write that changes only the date.
                            let stored = try await engine.write(WriteBatch([Shelf.update("1", "{}")]))
                            guard case .stored(let data)? = stored.first else { continue }
                            let item = try JSONValue(parsing: data)
                            var operation = Shelf.update(
                                "1", #"{"count":\#((item.number("values", "count") ?? 0) + 1)}"#)
                            operation.seenUpdatedAt = Date(
                                timeIntervalSince1970: Double(item.number("updatedAt") ?? 0) / 1000)
                            switch try await engine.write(WriteBatch([operation])).first {
                            case .stored: added += 1
                            case .failed(let failure): #expect(failure.reason == .conflict, "\(failure)")
                            default: Issue.record("an update was neither stored nor rejected")
                            }
                        }
                        return added
                    }
                }
                return try await group.reduce(0, +)
            }
            try await Served.refresh(engine)
            #expect(try await engine.instances(Shelf.request()).first?.number("values", "count") == added)
        }
    }

    @Test("An id is created once, however many writers try")
    func creation() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            let created = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        let batch = WriteBatch((0..<20).map { Shelf.create("id \($0)", writer) })
                        return try await engine.write(batch).count(where: \.isSuccess)
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(created == 20)
            #expect(try await engine.ids(Shelf.request()).count == 20)
        }
    }

    @Test("An id that is too long is rejected before any of its batch is written")
    func longIDs() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            let long = String(repeating: "é", count: 257)
            let failure = await #expect(throws: WriteError.self) {
                try await engine.write(
                    WriteBatch([Shelf.create(long, 1), Shelf.create("short", 2), Shelf.create(nil, 3)]))
            }
            #expect(failure?.reason == .invalid)
            #expect(failure?.fields.map(\.name) == ["id"])
            let written = try await engine.ids(Shelf.request())
            #expect(written.isEmpty)
        }
    }

    @Test("A removal deletes the items that a search finds, and nothing else")
    func removal() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.write(WriteBatch((0..<50).map { Shelf.create("\($0)", $0) }))
            #expect(try await engine.delete(Shelf.request(Shelf.leaf(.less, "count", .integer(20)))) == 20)
            #expect(try await engine.delete(Shelf.request(Shelf.leaf(.less, "count", .integer(20)))) == 0)
            #expect(try await engine.ids(Shelf.request()).count == 30)
            #expect(try await engine.delete(Shelf.request(Shelf.leaf(.in, "count", .list([])))) == 0)
            var text = Shelf.request()
            text.text = TextSearch("nothing")
            #expect(try await engine.delete(text) == 0)
            // Page and sort order make no difference.
            var page = Shelf.request(Shelf.leaf(.less, "count", .integer(25)))
            page.page = .page(1, size: 2)
            page.sort = [SortKey(.value("count"))]
            #expect(try await engine.delete(page) == 5)
            #expect(try await engine.ids(Shelf.request()).count == 25)
            #expect(try await engine.delete(Shelf.request()) == 25)
            #expect(try await engine.ids(Shelf.request()) == [])
        }
    }
}
