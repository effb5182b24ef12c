import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import SampleModules
import Testing
import TransportDoubles

#if SQLite
import QuireServer
import QuireStore
#endif

/// A module is requested by its schema id, so that renaming it on the server breaks nothing.
@Suite("HALO: modules by id")
struct ModuleIDTests {
    private func engine(
        _ settings: HALOEngine.Settings = .init(timeout: .seconds(900), retries: .never),
        _ steps: [ScriptedTransport.Step] = []
    ) throws -> (HALOEngine, ScriptedTransport) {
        let script = ScriptedTransport(steps)
        let url = try #require(URL(string: "https://halo.example"))
        return (HALOEngine(baseURL: url, settings: settings, transport: script), script)
    }

    private func text(_ request: HTTPRequest) -> String {
        String(decoding: request.body ?? Data(), as: UTF8.self)
    }

    @Test("A typed query sends only the schema's id; without an id, or if ids are disabled, the name")
    func bodies() async throws {
        let (byID, first) = try engine(
            .init(timeout: .seconds(900), retries: .never), [.status(200, [:], "[]")])
        _ = try await ContentClient(engine: byID).fetch(Novels.query())
        #expect(first.requests.map(text) == [#"{"moduleIds":["m1"],"segmentMode":"partial"}"#])

        let (byName, second) = try engine(
            .init(retries: .never, sendsModuleIDs: false), [.status(200, [:], "[]")])
        _ = try await ContentClient(engine: byName).fetch(Novels.query())
        #expect(second.requests.map(text) == [#"{"moduleName":"novels","segmentMode":"partial"}"#])

        let (without, third) = try engine(
            .init(timeout: .seconds(900), retries: .never), [.status(200, [:], "[]")])
        _ = try await ContentClient(engine: without).fetch(Books.query())
        #expect(third.requests.map(text) == [#"{"moduleName":"books","segmentMode":"partial"}"#])
    }

    @Test("Data, counts, ids, explanations and cache keys follow the same rule")
    func others() async throws {
        let page = #"{"pagination":{"page":1,"limit":1,"totalItems":0,"totalPages":0},"items":[]}"#
        let (halo, script) = try engine(
            .init(timeout: .seconds(900), retries: .never),
            Array(repeating: .status(200, [:], page), count: 3))
        let content = ContentClient(engine: halo)
        _ = try await content.fetchData(Novels.query())
        _ = try await content.count(Novels.query())
        _ = try await content.ids(Novels.query())
        #expect(script.requests.count == 3)
        for request in script.requests { #expect(text(request).hasPrefix(#"{"moduleIds":["m1"],"#)) }
        #expect(try Novels.query().explain(on: halo).contains("moduleIds"))
        #expect(try await halo.cacheKey(Novels.query().request).contains(#"{"moduleIds":["m1"],"#))
        let (byName, _) = try engine(.init(sendsModuleIDs: false))
        #expect(try await byName.cacheKey(Novels.query().request).contains(#""moduleName":"novels""#))
    }

    @Test("A search for related items sends the module's id")
    func related() async throws {
        let page =
            #"[{"id":"1","module":"m1","values":{"title":"Emma","author":"a1"}}]"#
        let (halo, script) = try engine(
            .init(timeout: .seconds(900), retries: .never),
            [.status(200, [:], page), .status(200, [:], "[]")])
        _ = try await ContentClient(engine: halo).fetch(Novels.query().related(\.author, to: ["a1"]))
        #expect(
            text(try #require(script.requests.first)).hasPrefix(
                #"{"moduleIds":["m1"],"relatedTo":[{"fieldName":"author","instanceIds":["a1"]}],"#))
    }

    #if SQLite
    @Test("Syncs use the schema's id, by type, by name and for all modules; an explicit id wins")
    func syncs() async throws {
        let steps = (1...8).map { ScriptedTransport.Step.status(200, [:], #"{"syncTimestamp":\#($0)}"#) }
        let (halo, script) = try engine(.init(timeout: .seconds(900), retries: .never), steps)
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let sync = ContentSync(from: halo, into: store)
        try await sync.sync(Novels.self)
        try await sync.sync("novels")
        _ = try await sync.syncAll()
        try await sync.sync(Novels.self, from: Date(milliseconds: 1))
        try await sync.sync(Novels.self, moduleID: "m2")
        #expect(
            script.requests.map(text) == [
                #"{"moduleId":"m1"}"#, #"{"fromSync":1,"moduleId":"m1"}"#, #"{"fromSync":2,"moduleId":"m1"}"#,
                #"{"fromSync":3,"moduleId":"m1"}"#, #"{"fromSync":1,"moduleId":"m1"}"#,
                #"{"fromSync":4,"moduleId":"m2"}"#,
            ])
    }

    @Test("Syncs use the name if ids are disabled; through a caching engine they use the id")
    func otherSyncs() async throws {
        let (byName, first) = try engine(
            .init(retries: .never, sendsModuleIDs: false),
            [.status(200, [:], #"{"syncTimestamp":1}"#), .status(200, [:], #"{"syncTimestamp":2}"#)])
        let store = try await Store(.memory, modules: [Novels.descriptor])
        try await ContentSync(from: byName, into: store).sync(Novels.self)
        #expect(first.requests.map(text).allSatisfy { $0.contains(#""moduleName":"novels""#) })

        let (halo, second) = try engine(
            .init(timeout: .seconds(900), retries: .never),
            [.status(200, [:], #"{"syncTimestamp":3}"#), .status(200, [:], #"{"syncTimestamp":4}"#)])
        let kept = halo.offline(in: MemoryResponseCache())
        try await ContentSync(from: kept, into: store).sync(Novels.self)
        try await ContentSync(from: SelectedContent(of: halo), into: store).sync(Novels.self)
        #expect(
            second.requests.map(text) == [
                #"{"fromSync":2,"moduleId":"m1"}"#, #"{"fromSync":3,"moduleId":"m1"}"#,
            ])
    }

    @Test("A selection by queries is synced again as a selection, also for a module with an id")
    func selections() async throws {
        let (halo, _) = try engine(
            .init(timeout: .seconds(900), retries: .never),
            Array(repeating: .status(200, [:], "[]"), count: 2))
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let sync = ContentSync(
            from: SelectedContent(of: halo).selecting(Novels.query().page(.all)), into: store)
        try await sync.sync(Novels.self)
        #expect(try await sync.syncIfNeeded(Novels.self) == nil)
        try await sync.sync(Novels.self)
        #expect(try await sync.log(of: Novels.self).map(\.kind) == [.selection, .first])
    }

    @Test("A new module id in the schema replaces the content synced from the old one")
    func newID() async throws {
        let old = #"{"id":"1","module":"m0","values":{"title":"Old"}}"#
        let new = #"{"id":"2","module":"m1","values":{"title":"New"}}"#
        let (halo, _) = try engine(
            .init(timeout: .seconds(900), retries: .never),
            [
                .status(200, [:], #"{"syncTimestamp":1,"created":[\#(old)]}"#),
                .status(200, [:], #"{"syncTimestamp":2}"#),
                .status(200, [:], #"{"syncTimestamp":3,"created":[\#(new)]}"#),
                .status(200, [:], #"{"syncTimestamp":4}"#),
            ])
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let sync = ContentSync(from: halo, into: store)
        try await sync.sync(Novels.self, moduleID: "m0")
        try await sync.sync(Novels.self)
        let titles = try await ContentClient(engine: store).fetch(Novels.query()).map(\.title)
        #expect(titles == ["New"])
    }

    @Test(
        "After a rename on the server, queries, writes and syncs of the old schema still work",
        .timeLimit(.minutes(10)))
    func renamed() async throws {
        // The server has renamed it to "stories"; its id is unchanged.
        let stories = ModuleDescriptor(
            name: "stories", id: "m1", fields: Novels.descriptor.fields.fields)
        let remote = try await Store(.memory, modules: [stories])
        let server = try DevelopmentServer(store: remote, modules: [ServedModule(stories)])
        try await server.start()
        let halo = HALOEngine(baseURL: server.url)
        do {
            let content = ContentClient(engine: halo)
            var draft = Novels.Draft()
            draft.metadata.name = .set("Emma")
            draft.title = .set("Emma")
            let made = try await content.create(draft)
            #expect(try await content.fetch(Novels.query().where(\.title == "Emma")).map(\.id) == [made.id])
            let store = try await Store(.memory, modules: [Novels.descriptor])
            #expect(try await ContentSync(from: halo, into: store).sync(Novels.self).created == 1)
            // By its name, as before, it is not found.
            let byName = HALOEngine(baseURL: server.url, settings: .init(sendsModuleIDs: false))
            await #expect(throws: HALOError.self) {
                try await ContentClient(engine: byName).fetch(Novels.query())
            }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
    #endif
}
