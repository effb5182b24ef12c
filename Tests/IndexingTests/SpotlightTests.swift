import Foundation
import Quire
import SampleModules
import Testing
import TransportDoubles

@testable import QuireIndexing

@Suite("Spotlight", .timeLimit(.minutes(10)))
struct SpotlightTests {
    /// Spotlight's batches and client state.
    private actor Spotlight: SpotlightConnection {
        struct Refused: Error {}

        private(set) var state: Data?
        private(set) var entries: [String: SpotlightEntry] = [:]
        private(set) var expectations: [Data?] = []
        private var refusals: [Bool] = []

        /// The next batch is rejected, before or after it was accepted.
        func refuseNext(afterTaking: Bool) { refusals.append(afterTaking) }

        /// As if the system rebuilds its index, or another process fills it.
        func lose(_ state: Data? = nil) {
            self.state = state
            entries = [:]
        }

        func clientState() -> Data? { state }

        func write(
            _ items: [SpotlightEntry], deleting identifiers: [String], expected: Data?, state: Data
        ) throws {
            expectations.append(expected)
            let refusal = refusals.isEmpty ? nil : refusals.removeFirst()
            if refusal == false || expected != self.state { throw Refused() }
            for entry in items { entries[entry.identifier] = entry }
            for identifier in identifiers { entries[identifier] = nil }
            self.state = state
            if refusal == true { throw Refused() }
        }

        func delete(domain: String) {
            entries = entries.filter { $0.value.domain != domain }
        }
    }

    private struct Setup {
        let spotlight = Spotlight()
        let objects = Objects(["books"])
        let clock = SteppedClock()
        let journal = MemoryJournal()

        /// A monitor as an app creates it at launch.
        func monitor() async -> IndexMonitor {
            let session = SpotlightSession(spotlight, formatter: IdentifierFormatter(prefix: "app"))
            let monitor = IndexMonitor(
                journal: journal, name: "spotlight", settings: IndexSettings(batchSize: 2, pollInterval: nil),
                clock: clock.clock)
            await monitor.add(
                SpotlightIndexer<Books>(session, from: source, version: "1") { book in
                    book.active ? SpotlightItem(title: book.title, keywords: book.tags) : nil
                }, changesFrom: objects)
            return monitor
        }

        var source: BookSource { BookSource(objects: objects) }

        func titles() async -> [String] { await spotlight.entries.values.map(\.item.title).sorted() }
    }

    /// Books whose title is the object's text; one titled "hidden" is not active.
    private struct BookSource: ContentEngine {
        let objects: Objects
        var capabilities: EngineCapabilities {
            EngineCapabilities(
                name: "books", operations: [], sortsByValue: false, supportsNullOrdering: false,
                supportsCursors: false,
                countsTotal: false, fullText: false, facets: false, includes: false)
        }

        func search<Item: Sendable>(
            _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
        ) async throws -> [SearchResponse<Item>] { [] }

        func searchData(_ request: SearchRequest) async throws -> Data {
            var items: [JSONValue] = []
            for id in request.ids ?? [] {
                guard let text = await objects.text(id, "books") else { continue }
                items.append(
                    .object([
                        .init("id", .string(id)),
                        .init(
                            "values",
                            .object([
                                .init("title", .string(text)), .init("age", .integer(1)),
                                .init("price", .integer(1)), .init("active", .boolean(text != "hidden")),
                                .init("tags", .array([.string("tag")])),
                            ])),
                    ]))
            }
            return JSONValue.array(items).data
        }

        func validate(_ request: SearchRequest) throws {}

        func explain(_ request: SearchRequest) throws -> String { "" }
    }

    @Test(
        "Items are indexed by identifiers that lead back to them, and each batch expects the previous state")
    func batches() async throws {
        let setup = Setup()
        for (id, text) in [("1/a", "one"), ("2", "two"), ("3", "three"), ("4", "hidden")] {
            await setup.objects.place(id, text, "books")
        }
        let monitor = await setup.monitor()
        try await monitor.start()
        await monitor.waitUntilIdle()
        #expect(await setup.titles() == ["one", "three", "two"])
        let entry = try #require(await setup.spotlight.entries["app/books/1%2Fa"])
        #expect(entry.domain == "app/books")
        #expect(entry.item == SpotlightItem(title: "one", keywords: ["tag"]))
        await setup.objects.place("2", "hidden", "books")
        await setup.objects.remove("3", "books")
        try await setup.objects.report([.update("2"), .delete("3")], "books")
        await monitor.waitUntilIdle()
        #expect(await setup.titles() == ["one"])
        let expectations = await setup.spotlight.expectations
        #expect(expectations.count == 3)
        #expect(expectations[0] == nil)
        let states = expectations.compactMap(\.self).compactMap(SpotlightClientState.init)
        #expect(states.map(\.batches) == [1, 2])
        #expect(Set(states.map(\.token)).count == 1)
        await monitor.stop()
        // The app's next launch recognises the index.
        let next = await setup.monitor()
        try await next.start()
        await next.waitUntilIdle()
        #expect(await setup.spotlight.expectations.count == 3)
        await next.stop()
    }

    @Test("It is filled again if it was emptied while the app was not running")
    func lostWhileAway() async throws {
        let setup = Setup()
        for number in 0..<5 { await setup.objects.place("\(number)", "text \(number)", "books") }
        let monitor = await setup.monitor()
        try await monitor.start()
        await monitor.waitUntilIdle()
        await monitor.stop()
        await setup.spotlight.lose()
        let next = await setup.monitor()
        try await next.start()
        await next.waitUntilIdle()
        #expect(await setup.titles().count == 5)
        await next.stop()
    }

    @Test(
        "It is filled again if it was emptied or filled by another process while the app was running",
        arguments: [nil, Data("quire1 00000000000000000000000000000000 7".utf8), Data("other".utf8)])
    func lostMeanwhile(_ state: Data?) async throws {
        let setup = Setup()
        for number in 0..<5 { await setup.objects.place("\(number)", "text \(number)", "books") }
        let monitor = await setup.monitor()
        try await monitor.start()
        await monitor.waitUntilIdle()
        await setup.spotlight.lose(state)
        await setup.objects.place("9", "new", "books")
        try await setup.objects.report([.insert("9")], "books")
        await monitor.waitUntilIdle()
        setup.clock.advance(.seconds(1))
        await monitor.waitUntilIdle()
        #expect(await setup.titles().count == 6)
        await monitor.stop()
        // It belongs to the app now: the next launch has nothing to do.
        let batches = await setup.spotlight.expectations.count
        let next = await setup.monitor()
        try await next.start()
        await next.waitUntilIdle()
        #expect(await setup.spotlight.expectations.count == batches)
        await next.stop()
    }

    @Test("A batch that was rejected or whose response was lost is repeated", arguments: [false, true])
    func refused(_ afterTaking: Bool) async throws {
        let setup = Setup()
        let monitor = await setup.monitor()
        try await monitor.start()
        await monitor.waitUntilIdle()
        await setup.spotlight.refuseNext(afterTaking: afterTaking)
        await setup.objects.place("1", "one", "books")
        try await setup.objects.report([.insert("1")], "books")
        await monitor.waitUntilIdle()
        #expect(try await monitor.backlogs()[0].backlog.failing == 1)
        setup.clock.advance(.seconds(1))
        await monitor.waitUntilIdle()
        #expect(await setup.titles() == ["one"])
        #expect(try await monitor.backlogs()[0].backlog.count == 0)
        await monitor.stop()
    }

    @Test("A state has at most 250 bytes, and a foreign one is ignored")
    func states() throws {
        var state = SpotlightClientState()
        state.batches = .max
        #expect(state.data.count <= SpotlightClientState.maximumLength)
        #expect(SpotlightClientState(state.data) == state)
        #expect(state.next.batches == 0)
        #expect(SpotlightClientState().token != state.token)
        for text in [
            "", "quire1", "quire1  1", "quire1 0123 1", "quire2 \(state.token) 1", "quire1 \(state.token) -1",
            "quire1 \(state.token) 1 ", "quire1 \(state.token.uppercased())g 1", "quire1 \(state.token) ",
            String(repeating: "a", count: 300),
        ] {
            #expect(SpotlightClientState(Data(text.utf8)) == nil, "\(text)")
        }
        #expect(SpotlightClientState(Data([0xFF, 0xFE])) == nil)
    }

    @Test("Objects are requested by identifiers, type by type; foreign identifiers are ignored")
    func requests() {
        let formatter = IdentifierFormatter(prefix: "app")
        let identifiers = [
            formatter.identifier(of: "1", type: "books"), "other/books/2",
            formatter.identifier(of: "é", type: "authors"), formatter.identifier(of: "3/3", type: "books"),
            "app/books", "app/books/%zz",
        ]
        #expect(
            SpotlightRequest.grouped(identifiers, by: formatter) == [
                SpotlightRequest(type: "books", ids: ["1", "3/3"]),
                SpotlightRequest(type: "authors", ids: ["é"]),
            ])
    }

    @Test("Items contain the schema's searchable fields")
    func fields() throws {
        let module = ModuleDescriptor(
            name: "articles",
            fields: [
                FieldDescriptor(name: "intro", kind: .text, searchWeight: 2),
                FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
                FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
                FieldDescriptor(name: "notes", kind: .text),
            ])
        func item(_ json: String) throws -> SpotlightItem? {
            SpotlightItem(try JSONValue(parsing: Data(json.utf8)), of: module)
        }
        let whole = try #require(
            try item(
                """
                {"id":"1","name":"n","createdAt":1000,"tags":[{"name":"new"},{"name":"old"}],"values":{"intro":"In.",\
                "title":"T","body":"<p>B &amp; C</p>","notes":"secret"}}
                """))
        #expect(whole.title == "T")
        #expect(whole.text?.contains("In.\nT\n") == true)
        #expect(whole.text?.contains("B & C") == true)
        #expect(whole.text?.contains("secret") == false)
        #expect(whole.keywords == ["new", "old"])
        #expect(whole.createdAt == Date(timeIntervalSince1970: 1))
        #expect(try item(#"{"id":"1","name":"n","values":{"notes":"x"}}"#) == SpotlightItem(title: "n"))
        #expect(try item(#"{"id":"1","name":"n","values":{"intro":"I","title":""}}"#)?.title == "I")
        #expect(try item(#"{"id":"1","values":{}}"#) == nil)
        #expect(try item(#"{"id":"1"}"#) == nil)
    }
}
