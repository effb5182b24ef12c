import Foundation
import Quire
import QuireHALO
import QuireIndexing
import QuireStore
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Values that an engine cannot store and return exactly are rejected before they are sent or stored.
@Suite("Writing: rejected before sending")
struct RefusedWriteTests {
    // MARK: - Values

    /// An invalid value, set in a draft and in an item.
    struct Case: Sendable, CustomTestStringConvertible {
        var field: String
        var found: String
        var draft: @Sendable (inout Measures.Draft) -> Void
        var item: @Sendable (inout Measures.Values) -> Void
        var testDescription: String { "\(field) \(found)" }

        init(
            _ field: String, _ found: String, _ draft: @escaping @Sendable (inout Measures.Draft) -> Void,
            _ item: @escaping @Sendable (inout Measures.Values) -> Void
        ) {
            self.field = field
            self.found = found
            self.draft = draft
            self.item = item
        }
    }

    static let nan = Date(timeIntervalSince1970: .nan)
    static let far = Date(timeIntervalSince1970: 1e300)
    static let year10000 = Date(timeIntervalSince1970: 253_402_300_800)
    static let deep = (0..<600).reduce(JSONValue.null) { value, _ in .array([value]) }

    static let cases: [Case] = [
        Case("number", "nan", { $0.number = .set(.nan) }, { $0.number = .nan }),
        Case("number", "inf", { $0.number = .set(.infinity) }, { $0.number = .infinity }),
        Case("number", "-inf", { $0.number = .set(-.infinity) }, { $0.number = -.infinity }),
        Case("numbers[1]", "nan", { $0.numbers = .set([1, .nan]) }, { $0.numbers = [1, .nan] }),
        Case(
            "place", "(nan, 4.0)", { $0.place = .set(GeoPoint(latitude: .nan, longitude: 4)) },
            { $0.place = GeoPoint(latitude: .nan, longitude: 4) }),
        Case(
            "place", "(90.5, 4.0)", { $0.place = .set(GeoPoint(latitude: 90.5, longitude: 4)) },
            { $0.place = GeoPoint(latitude: 90.5, longitude: 4) }),
        Case(
            "anything.a[0]", "inf",
            { $0.anything = .set(.object([.init("a", .array([.number(.infinity)]))])) },
            { $0.anything = .object([.init("a", .array([.number(.infinity)]))]) }),
        Case("anything", "400 levels", { $0.anything = .set(deep) }, { $0.anything = deep }),
        Case("milliseconds", "nan", { $0.milliseconds = .set(nan) }, { $0.milliseconds = nan }),
        Case("milliseconds", "1e+300", { $0.milliseconds = .set(far) }, { $0.milliseconds = far }),
        Case("seconds", "1e+300", { $0.seconds = .set(far) }, { $0.seconds = far }),
        Case("text", "253402300800", { $0.text = .set(year10000) }, { $0.text = year10000 }),
        Case("day", "253402300800", { $0.day = .set(year10000) }, { $0.day = year10000 }),
        Case("day", "nan", { $0.day = .set(nan) }, { $0.day = nan }),
        Case("size.width", "nan", { $0.size = .set(.init(width: .nan)) }, { $0.size = .init(width: .nan) }),
        Case(
            "sizes[0].made", "1e+300", { $0.sizes = .set([.init(width: 1, made: far)]) },
            { $0.sizes = [.init(width: 1, made: far)] }),
        Case("even", "3", { $0.even = .set(.init(unchecked: 3)) }, { $0.even = .init(unchecked: 3) }),
    ]

    enum Place: String, CaseIterable, Sendable {
        case memory, halo
        #if SQLite
        case store, outbox
        #endif

        func client() async throws -> ContentClient {
            switch self {
            case .memory: return ContentClient(engine: InMemoryEngine())
            case .halo:
                // A server that accepts anything would fail the test.
                let url = try #require(URL(string: "http://127.0.0.1:9"))
                return ContentClient(engine: HALOEngine(baseURL: url, transport: ScriptedTransport([])))
            #if SQLite
            case .store:
                return ContentClient(engine: try await Store(.memory, modules: [Measures.descriptor]))
            case .outbox:
                let store = try await Store(.memory, modules: [Measures.descriptor])
                return ContentClient(engine: try await InMemoryEngine().outbox(in: store).engine)
            #endif
            }
        }
    }

    @Test(
        "A value that cannot be written exactly is rejected in every kind of write, with module, field and value",
        arguments: Place.allCases, cases)
    func values(_ place: Place, _ wrong: Case) async throws {
        let content = try await place.client()
        var draft = Measures.Draft()
        draft.labels = .set([])
        wrong.draft(&draft)
        var item = Measure(id: "m1", values: .init())
        wrong.item(&item.values)
        let writes: [(inout WriteBatch) -> Void] = [
            { $0.create(draft) }, { $0.create(incomplete: draft) }, { $0.create(item) },
            { $0.update("m1", with: draft) }, { $0.update(item, with: draft) }, { $0.update(item) },
            { $0.createOrUpdate(item) },
        ]
        for write in writes {
            var good = Measures.Draft()
            good.labels = .set(["a"])
            var batch = WriteBatch()
            batch.create(good, id: "good")
            write(&batch)
            let failure = await #expect(throws: WriteError.self) { try await content.write(batch) }
            #expect(failure?.reason == .invalid)
            #expect(failure?.module == "measures")
            #expect(failure?.fields.first?.name == wrong.field)
            #expect(failure?.fields.first?.message?.contains(wrong.found) == true, "\(failure as Any)")
        }
        // The valid item next to it is not stored either.
        if place != .halo { #expect(try await content.fetch(Measures.query()).items.isEmpty) }
    }

    @Test("Dates in an item's metadata outside 64 bits are rejected", arguments: Place.allCases)
    func dates(_ place: Place) async throws {
        let content = try await place.client()
        for (index, date) in [Self.nan, Self.far, Date(timeIntervalSince1970: -.infinity)].enumerated() {
            var draft = Measures.Draft()
            draft.labels = .set([])
            draft.metadata.removedAt = .set(date)
            var item = Measure(id: "m1", values: .init())
            if index == 0 { item.metadata.updatedAt = date } else { item.metadata.createdAt = date }
            await #expect(throws: WriteError.self) { try await content.create(draft) }
            await #expect(throws: WriteError.self) { try await content.save(item) }
        }
    }

    @Test(
        "Codable rejects values outside the wire format, and never writes another value instead",
        arguments: cases
    )
    func codable(_ wrong: Case) throws {
        var item = Measure(id: "m1", values: .init())
        wrong.item(&item.values)
        // The unchecked initializer belongs to the type.
        guard wrong.field != "even" else { return }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(item) }
        item.values = .init()
        item.metadata.publishedAt = Self.far
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(item) }
    }

    #if SQLite
    @Test("Invalid items that are put into a store are rejected too, all or none", arguments: cases)
    func upsert(_ wrong: Case) async throws {
        guard wrong.field != "even", wrong.field != "anything" else { return }
        let store = try await Store(.memory, modules: [Measures.descriptor])
        var item = Measure(id: "m1", values: .init())
        wrong.item(&item.values)
        let good = Measure(id: "good", values: .init())
        let failure = await #expect(throws: WriteError.self) { try await store.upsert([good, item]) }
        #expect(failure?.fields.first?.name == "values.\(wrong.field)")
        #expect(try await store.count(Measures.self) == 0)
    }
    #endif

    @Test("Extreme values of each format are written exactly", arguments: [Place.memory])
    func ends(_ place: Place) async throws {
        let content = try await place.client()
        var item = Measure(id: "m1", values: .init())
        item.values.number = .greatestFiniteMagnitude
        item.values.place = GeoPoint(latitude: -90, longitude: 180)
        item.values.text = Date(timeIntervalSince1970: 253_402_300_799)
        item.values.day = Date(timeIntervalSince1970: -62_167_219_200)
        item.values.seconds = Date(timeIntervalSince1970: 1.5)
        item.values.anything = (0..<399).reduce(JSONValue.null) { value, _ in .array([value]) }
        #expect(try await content.create(item).values == item.values)
    }

    // MARK: - Required fields

    @Test("A draft without its required fields is rejected, and nothing is stored", arguments: Place.allCases)
    func missing(_ place: Place) async throws {
        let content = try await place.client()
        for id in [nil, ContentID<Measures>("m1")] {
            let failure = await #expect(throws: WriteError.self) {
                try await content.create(Measures.Draft(), id: id)
            }
            #expect(failure?.reason == .invalid)
            #expect(failure?.fields.map(\.name) == ["labels"])
        }
        if place != .halo { #expect(try await content.fetch(Measures.query()).items.isEmpty) }
    }

    @Test(
        "No write clears a required field: neither a draft nor an operation built by hand",
        arguments: Place.allCases)
    func clearing(_ place: Place) async throws {
        let content = try await place.client()
        if place != .halo { try await content.create(Measure(id: "m1", values: .init())) }
        var draft = Measures.Draft()
        // An optional list can be cleared, so this compiles.
        draft.labels = .clear
        let failure = await #expect(throws: WriteError.self) {
            try await content.update("m1", with: draft)
        }
        #expect(failure?.fields.map(\.name) == ["labels"])
        let byHand: [JSONValue] = [
            .object([.init("labels", .null)]),
            .object([.init("size", .object([.init("made", .string("2024-01-01"))]))]),
            .object([.init("sizes", .array([.object([.init("width", .null)])]))]),
        ]
        let names = byHand.map { values in
            var operation = WriteOperation(.update, Measures.descriptor, id: "m1")
            operation.values = values
            return (operation, values)
        }
        for (operation, values) in names {
            await #expect(throws: WriteError.self, "\(values)") {
                try await content.write(WriteBatch([operation]))
            }
        }
        if place != .halo { #expect(try await content.fetch(Measures.query()).items.count == 1) }
    }

    @Test("Values built by hand are checked like those of drafts")
    func byHand() async throws {
        let content = try await Place.memory.client()
        for values: JSONValue in [
            .null, .array([]), .object([.init("labels", .array([])), .init("number", .number(.nan))]),
            .object([.init("labels", .array([])), .init("anything", Self.deep)]), .object([]),
        ] {
            var operation = WriteOperation(.create, Measures.descriptor)
            operation.values = values
            await #expect(throws: WriteError.self, "\(values)") {
                try await content.write(WriteBatch([operation]))
            }
        }
        var operation = WriteOperation(.create, Measures.descriptor)
        operation.values = .object([.init("labels", .array([]))])
        #expect(try await content.write(WriteBatch([operation])).succeeded == 1)
    }

    // MARK: - Ids

    static let refusedIDs = [
        ".", "..", "*", "search", "sync", "batch", "a\u{0}b", "line\nbreak", "\u{7F}", "\u{85}",
        String(repeating: "é", count: 257), String(repeating: "x", count: 1 << 20),
    ]

    @Test("Unusable ids are rejected in every kind of write", arguments: Place.allCases, refusedIDs)
    func refusesIDs(_ place: Place, _ id: String) async throws {
        let content = try await place.client()
        let item = Measure(id: ContentID(id), values: .init())
        var draft = Measures.Draft()
        draft.labels = .set([])
        let writes: [(inout WriteBatch) -> Void] = [
            { $0.create(item) }, { $0.create(draft, id: item.id) }, { $0.update(item) },
            { $0.update(item.id, with: draft) }, { $0.createOrUpdate(item) }, { $0.delete(item.id) },
        ]
        for write in writes {
            var batch = WriteBatch()
            write(&batch)
            let failure = await #expect(throws: WriteError.self) { try await content.write(batch) }
            #expect(failure?.fields.map(\.name) == ["id"])
            #expect((failure?.description.count ?? 0) < 400)
        }
    }

    @Test("Ids with any other text work", arguments: ["...", "**", "a b/c?d#e%2F", "日本語 😀", "Search", "é"])
    func oddIDs(_ id: String) async throws {
        let content = try await Place.memory.client()
        try await content.create(Measure(id: ContentID(id), values: .init()))
        try await content.delete(ContentID<Measures>(id))
    }

    @Test("A copy from another engine does not bypass the rules of paths", arguments: ["..", "search", ""])
    func mirroredIDs(_ id: String) async throws {
        let transport = ScriptedTransport([])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "http://127.0.0.1:9")), transport: transport)
        let indexer = EngineIndexer(from: halo, into: halo, [Measures.descriptor])
        await #expect(throws: (any Error).self) {
            try await indexer.write([], deleting: [id], of: Measures.descriptor.name)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("Ids of modules and devices never leave their path", arguments: ["..", ".", "", "a\u{0}"])
    func paths(_ id: String) async throws {
        let transport = ScriptedTransport([])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "http://127.0.0.1:9")), transport: transport)
        await #expect(throws: InvalidIDError.self) { try await halo.module(id: id) }
        await #expect(throws: InvalidIDError.self) {
            try await halo.updateModule(id: id, name: "x", isSingle: false)
        }
        await #expect(throws: InvalidIDError.self) { try await halo.deleteModule(id: id) }
        await #expect(throws: InvalidIDError.self) { try await halo.device(id: id) }
        await #expect(throws: InvalidIDError.self) { try await halo.save(HALODevice(id: id)) }
        #expect(transport.requests.isEmpty)
    }
}
