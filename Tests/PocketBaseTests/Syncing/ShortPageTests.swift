import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import QuireStore
import QuireSync
import Testing

/// Pages with fewer records than asked for, although the server counts more: from a hook that removes records, and from a
/// server that is not to be trusted.
@Suite("PocketBase: short pages", .serialized) struct ShortPageTests {
    /// A hook that removes some records from every page, and does not change the totals.
    private static func removing(_ numbers: [Int]) -> String {
        let ids = numbers.map { "\"\(NotesServer.id($0))\"" }.joined(separator: ",")
        return """
            onRecordsListRequest((e) => {
                const kept = e.records.filter((record) => ![\(ids)].includes(record.id))
                e.records = kept
                e.result.items = kept
                e.next()
            }, "notes")
            """
    }

    private static func fill(_ server: NotesServer, _ count: Int) async throws {
        for start in stride(from: 1, through: count, by: 1_000) {
            try await server.put(start...min(start + 999, count), "first")
        }
    }

    private static func ids(_ numbers: some Sequence<Int>) -> [String] { numbers.map(NotesServer.id) }

    @Test(
        "A hook that removes records from the pages does not end a reading",
        arguments: [[700], [999, 1_000, 1_001, 1_800]])
    func hook(_ removed: [Int]) async throws {
        let server = try await NotesServer.start(script: Self.removing(removed))
        defer { server.node.stop() }
        try await Self.fill(server, 2_500)
        let expected = Self.ids((1...2_500).filter { !removed.contains($0) })
        let content = ContentClient(engine: server.engine())
        #expect(try await content.ids(Notes.query()).map(\.rawValue) == expected)
        #expect(try await content.fetch(Notes.query().page(.all)).items.map(\.id.rawValue) == expected)
        var all: [String] = []
        for try await note in content.all(Notes.query().page(1, size: 1_000)) { all.append(note.id.rawValue) }
        #expect(all == expected)

        let device = try await NotesDevice(server.engine())
        #expect(try await device.sync.sync(Notes.self).created == expected.count)
        #expect(try await device.titles().keys.sorted() == expected)
        let selected = try await NotesDevice(
            SelectedContent(of: server.engine()).selecting(Notes.query().where(\.number > 0)))
        #expect(try await selected.sync.sync(Notes.self).created == expected.count)
        // Changes and a comparison.
        for number in stride(from: 1, through: 2_500, by: 2) where number > 400 && number < 420 {
            try await server.update(number, "second")
        }
        #expect(try await device.sync.sync(Notes.self).updated == 10)
        #expect(try await device.sync.syncComparingAll(Notes.self).deleted == 0)
        #expect(try await device.titles().keys.sorted() == expected)
    }

    @Test("Numbered pages without a total go on after a page that is too short")
    func numberedPages() async throws {
        let server = try await NotesServer.start(script: Self.removing([5]))
        defer { server.node.stop() }
        try await Self.fill(server, 30)
        let content = ContentClient(engine: server.engine())
        let first = try await content.fetch(Notes.query().skipTotal().page(1, size: 10))
        #expect(first.count == 9)
        #expect(try await first.next()?.items.map(\.id.rawValue) == Self.ids(11...20))
    }

    @Test("A server that counts records and sends none is an error, and nothing is stored or deleted")
    func withheld() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await Self.fill(server, 1_500)
        let device = try await NotesDevice(server.engine())
        try await device.sync.sync(Notes.self)
        // All records after the first hundred.
        let lying = WatchedTransport(server.transport) { _, response in
            Self.keeping(response) { $0 <= NotesServer.id(100) }
        }
        let engine = server.engine(nil, PocketBaseSettings(), transport: lying)
        let isIncomplete = { @Sendable (error: any Error) in (error as? PocketBaseError)?.kind == .incomplete
        }
        let other = try await NotesDevice(engine)
        await #expect { try await other.sync.sync(Notes.self) } throws: { isIncomplete($0) }
        #expect(try await other.titles().isEmpty)
        let same = NotesDevice(engine, device.store)
        await #expect { try await same.sync.syncComparingAll(Notes.self) } throws: { isIncomplete($0) }
        #expect(try await device.titles().count == 1_500)
        let content = ContentClient(engine: engine)
        await #expect { try await content.ids(Notes.query()) } throws: { isIncomplete($0) }
        await #expect { try await content.fetch(Notes.query().page(.all)) } throws: { isIncomplete($0) }
        await #expect {
            for try await _ in content.all(Notes.query().page(1, size: 50)) {}
        } throws: { isIncomplete($0) }
    }

    @Test("A record that the server counts and does not send is not deleted")
    func withheldByID() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await Self.fill(server, 40)
        let device = try await NotesDevice(server.engine())
        try await device.sync.sync(Notes.self)
        let lying = WatchedTransport(server.transport) { _, response in
            Self.keeping(response) { $0 != NotesServer.id(7) }
        }
        let same = NotesDevice(server.engine(transport: lying), device.store)
        await #expect {
            try await same.sync.syncComparingAll(Notes.self)
        } throws: { ($0 as? PocketBaseError)?.kind == .incomplete }
        #expect(try await device.titles().count == 40)
    }

    @Test("A page that is cut once is read on, by a sync, a resumed sync, and a search")
    func cutOnce() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await Self.fill(server, 2_500)
        func cutting() -> WatchedTransport {
            let pages = Counter()
            return WatchedTransport(server.transport) { request, response in
                guard request.url.path().hasSuffix("notes/records"), pages.next() == 2 else {
                    return response
                }
                return Self.keeping(response) { $0 <= NotesServer.id(1_300) }
            }
        }
        let content = ContentClient(engine: server.engine(transport: cutting()))
        #expect(try await content.ids(Notes.query().page(1, size: 1_000)).count == 2_500)
        let whole = ContentClient(engine: server.engine(transport: cutting()))
        #expect(try await whole.fetch(Notes.query().page(.all)).count == 2_500)
        let device = try await NotesDevice(server.engine(transport: cutting()))
        #expect(try await device.sync.sync(Notes.self).created == 2_500)

        // Ends after the page behind the short one: the short one is kept too.
        let store = try await Store(.memory, modules: [Notes.descriptor])
        let dying = DyingTransport(cutting(), after: 3, isHeard: false)
        let cut = NotesDevice(server.engine(transport: dying), store)
        await #expect(throws: TransportError.self) { try await cut.sync.sync(Notes.self) }
        let resumed = NotesDevice(server.engine(), store)
        #expect(try await resumed.sync.sync(Notes.self).created == 2_500)
        #expect(try await resumed.titles() == server.titles())
    }

    @Test("A record that is created between a page and its count does not fail a sync")
    func createdMeanwhile() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await Self.fill(server, 20)
        let pages = Counter()
        // The first page was read before the record with the highest id, and counted after it.
        let racing = WatchedTransport(server.transport) { request, response in
            guard request.url.path().hasSuffix("notes/records"), pages.next() == 1 else { return response }
            return Self.keeping(response) { $0 < NotesServer.id(20) }
        }
        let device = try await NotesDevice(server.engine(transport: racing))
        #expect(try await device.sync.sync(Notes.self).created == 20)
    }

    @Test("A journal that counts more entries than it sends is not believed")
    func journal() async throws {
        let server = try await NotesServer.start(hooks: PocketBaseHooks(readers: ""))
        defer { server.node.stop() }
        let settings = PocketBaseSettings(syncs: .init(comparison: .seconds(1_000_000), usesJournal: true))
        let device = try await NotesDevice(server.engine(nil, settings))
        try await Self.fill(server, 10)
        try await device.sync.sync(Notes.self)
        try await server.update(3, "second")
        try await server.update(4, "second")
        let lying = WatchedTransport(server.transport) { request, response in
            guard request.url.path().contains("quire_journal") else { return response }
            return Self.keeping(response, "record") { $0 != NotesServer.id(3) }
        }
        let same = NotesDevice(server.engine(nil, settings, transport: lying), device.store)
        await #expect {
            try await same.sync.sync(Notes.self)
        } throws: { ($0 as? PocketBaseError)?.kind == .incomplete }
        #expect(try await device.sync.sync(Notes.self).updated == 2)
    }

    @Test("Filling columns reads on after a short page, and fails if records are withheld")
    func filling() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<700, seed: 3)
        let pages = Counter()
        func engine(_ isCut: @escaping @Sendable (Int) -> Bool) -> PocketBaseEngine {
            server.engine(
                transport: WatchedTransport(NetworkTransport()) { request, response in
                    guard request.method == .get, request.url.path().hasSuffix("filled/records"),
                        isCut(pages.next()), let json = try? JSONValue(parsing: response.body),
                        let items = json["items"]?.elements
                    else { return response }
                    return Self.replacing(response, json, Array(items.prefix(pages.count == 1 ? 100 : 0)))
                })
        }
        await #expect {
            try await engine { _ in true }.prepare([FillingServer.changed])
        } throws: { ($0 as? PocketBaseError)?.kind == .incomplete }
        pages.reset()
        try await engine { $0 == 1 }.prepare([FillingServer.changed])
        #expect(try await server.difference() == nil)
    }

    // MARK: - Doubles

    /// A list without the items whose member does not meet a test. The totals stay.
    private static func keeping(
        _ response: HTTPResponse, _ name: String = "id", _ isKept: (String) -> Bool
    ) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: response.body), let items = json["items"]?.elements else {
            return response
        }
        return replacing(response, json, items.filter { isKept($0[name]?.string ?? "") })
    }

    private static func replacing(
        _ response: HTTPResponse, _ json: JSONValue, _ items: [JSONValue]
    ) -> HTTPResponse {
        guard case .object(let members) = json else { return response }
        let changed = members.map { $0.name == "items" ? JSONValue.Member("items", .array(items)) : $0 }
        return HTTPResponse(
            status: response.status, headers: response.headers, body: JSONValue.object(changed).data)
    }
}
