#if SQLite
import Quire
import QuireStore
import QuireTesting
import SampleModules
import Testing

/// Relations inside objects in the store, compared with the engine in memory and with results worked out by hand.
@Suite("Relations inside objects")
struct RelatedMemberTests {
    private static func engines() async throws -> [any ContentEngine] {
        let memory = InMemoryEngine()
        await memory.add(Houses.self, Library.houses)
        await memory.add(Writers.self, Library.writers)
        await memory.add(Plays.self, Library.plays)
        let store = try await Store(
            .memory, modules: [Plays.descriptor, Writers.descriptor, Houses.descriptor])
        var batch = WriteBatch()
        for item in Library.houses { batch.create(item) }
        for item in Library.writers { batch.create(item) }
        for item in Library.plays { batch.create(item) }
        #expect(try await store.write(batch).count == 10)
        return [memory, store]
    }

    @Test("A condition matches the items worked out by hand")
    func conditions() async throws {
        for engine in try await Self.engines() {
            let content = ContentClient(engine: engine)
            for sample in Library.playCases + Library.creditCases {
                let ids = try await content.ids(sample.query).map(\.rawValue).sorted()
                #expect(ids == sample.ids, "\(engine.capabilities.name): \(sample)")
                #expect(try await content.count(sample.query) == sample.ids.count)
            }
            for sample in Library.playReverseCases {
                #expect(try await content.ids(sample.query).map(\.rawValue).sorted() == sample.ids)
            }
            for sample in Library.playHouseCases {
                #expect(try await content.ids(sample.query).map(\.rawValue).sorted() == sample.ids)
            }
        }
    }

    @Test("An included relation in an object has its item, and keeps its id if the item is missing")
    func included() async throws {
        for engine in try await Self.engines() {
            let content = ContentClient(engine: engine)
            let plays = try await content.fetch(
                Plays.query().sort(by: \.title)
                    .include(\.credits.writer, \.credits.helpers, \.staging.house, \.credits.writer.publisher)
            )
            let first = plays[0]
            #expect(first.staging?.house?.item?.country == .japan)
            #expect(first.credits.map { $0.writer?.item?.name } == ["Ann", "Bob"])
            #expect(first.credits[0].writer?.item?.publisher?.item?.country == .japan)
            #expect(first.credits[1].writer?.item?.publisher?.item == nil)
            #expect(first.credits[1].helpers.map { $0.item?.name } == ["Cy", nil])
            #expect(first.credits[1].helpers.map(\.id) == ["a3", "x9"])
            // The house does not exist, and neither does the writer.
            #expect(plays[1].staging?.house?.id == "p9")
            #expect(plays[1].staging?.house?.item == nil)
            #expect(plays[1].credits[1].writer == nil)
            #expect(plays[3].credits[0].writer?.id == "x9")
            #expect(plays[3].credits[0].writer?.item == nil)

            let all = try await content.fetch(Plays.query().sort(by: \.title).includeAll())
            #expect(all[4].credits[0].writer?.item?.name == "Ann")
            #expect(all[4].staging?.house?.item?.country == .japan)

            let none = try await content.fetch(Plays.query().sort(by: \.title))
            #expect(none[0].credits[0].writer == Relation("a1"))
        }
    }

    @Test("A query of an include decides which items a relation in an object has")
    func queried() async throws {
        for engine in try await Self.engines() {
            let content = ContentClient(engine: engine)
            let plays = try await content.fetch(
                Plays.query().sort(by: \.title).include(\.credits.helpers) { $0.where(\.name == "Ann") })
            #expect(plays.map { $0.credits.map { $0.helpers.count } } == [[0, 0], [0, 0], [], [0], [1]])
            #expect(plays[4].credits[0].helpers[0].item?.name == "Ann")
            // Its relations are shorter than the stored ones.
            await #expect(throws: WriteError.self) {
                try await content.save(plays[0])
            }
        }
    }

    @Test("Items are sorted by a field of the item that a relation in an object names")
    func sorted() async throws {
        for engine in try await Self.engines() {
            let query = Plays.query().sort(by: \.staging.house.country, .descending).sort(by: \.title)
            let ids = try await ContentClient(engine: engine).ids(query).map(\.rawValue)
            #expect(ids == ["s1", "s5", "s2", "s3", "s4"])
        }
    }

    @Test("A row has the fields of items that relations in objects name")
    func selected() async throws {
        for engine in try await Self.engines() {
            let rows = try await ContentClient(engine: engine).fetch(
                Plays.query().sort(by: \.title)
                    .select(\.staging.house, \.staging.house.country, \.credits.writer, \.credits.writer.name)
            )
            #expect(rows.map(\.0) == ["p1", "p9", nil, nil, "p1"])
            #expect(rows.map(\.1) == [.japan, nil, nil, nil, .japan])
            #expect(rows.map(\.2) == [["a1", "a2"], ["a2"], [], ["x9"], ["a1"]])
            #expect(rows.map(\.3) == [["Ann", "Bob"], ["Bob"], [], [], ["Ann"]])
        }
    }

    @Test("An item that was included in an object is written as its id")
    func written() async throws {
        for engine in try await Self.engines() {
            let content = ContentClient(engine: engine)
            let play = try #require(
                try await content.first(Plays.query().ids(["s1"]).include(\.credits.writer)))
            try await content.save(play)
            let read = try #require(try await content.first(Plays.query().ids(["s1"])))
            #expect(read.credits[0].writer == Relation("a1"))
            #expect(try await content.ids(Plays.query().where(\.credits.writer.name == "Ann")).count == 2)
        }
    }
}
#endif
