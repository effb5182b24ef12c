import Foundation
import Quire
import QuireHTTP
import QuireRemote
import QuireTypesense
import SearchServers
import Testing
import TransportDoubles

/// Collections are created from the schema, checked, and replaced without ever being empty.
@Suite struct CollectionTests {
    private static func module(_ fields: String...) -> ModuleDescriptor {
        ModuleDescriptor(
            name: "shelf",
            fields: [FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 1)]
                + fields.map { FieldDescriptor(name: $0, kind: .integer) })
    }

    private static func line(_ number: Int, _ rank: Int) -> String {
        #"{"id":"n\#(number)","createdBy":"Ann","values":{"title":"T\#(number)","rank":\#(rank)}}"#
    }

    /// The server's response for a path.
    private static func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws
        -> JSONValue
    {
        let server = try await SearchServers.typesense()
        let request = HTTPRequest(
            method, server.url.appendingPathComponent(path), headers: ["X-TYPESENSE-API-KEY": server.apiKey],
            body: body.map { Data($0.utf8) })
        let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        return try JSONValue(parsing: response.body)
    }

    private static func collections(_ prefix: String) async throws -> [String] {
        guard case .array(let list) = try await ask(.get, "/collections") else { return [] }
        return list.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }
            .filter { $0.hasPrefix(prefix) }.sorted()
    }

    @Test(
        "If another program's collection has the name, preparing, planning and removing fail and change nothing"
    )
    func takenName() async throws {
        let prefix = "c\(UUID().uuidString)_"
        let name = prefix + "shelf"
        _ = try await Self.ask(
            .post, "/collections", #"{"name":"\#(name)","fields":[{"name":"a","type":"string"}]}"#)
        let engine = try await liveEngine(prefix: prefix)
        for attempt in [engine.prepare, { _ = try await engine.plan(for: $0) }, engine.remove]
            as [([ModuleDescriptor]) async throws -> Void]
        {
            let error = await #expect(throws: CollectionError.self) { try await attempt([Self.module()]) }
            #expect(error?.reason == .foreign && error?.collection == name)
            #expect(
                error?.description.contains("another program made the collection") == true, "\(error as Any)")
        }
        #expect(try await Self.collections(prefix) == [name])
        _ = try await Self.ask(.delete, "/collections/\(name)")
        try await engine.prepare([Self.module()])
        try await engine.remove([Self.module()])
    }

    @Test("A collection that cannot be filled is removed again, so that the next attempt starts over")
    func fillingFails() async throws {
        let prefix = "f\(UUID().uuidString)_"
        let engine = try await liveEngine(prefix: prefix)
        let broken = TypesenseEngine(nodes: [], apiKey: "x")
        await #expect(throws: (any Error).self) {
            try await engine.prepare(
                [Self.module()], filling: .engine(broken), restarting: false, onProgress: { _ in })
        }
        #expect(try await Self.collections(prefix) == [])
        try await engine.prepare([Self.module()])
        try await engine.remove([Self.module()])
    }

    @Test(
        "A collection is named after its module and its indexed fields, and has an alias; it is created once")
    func names() async throws {
        let prefix = "n\(UUID().uuidString)_"
        try await withLiveEngine([Self.module()], prefix: prefix) { (engine) async throws in
            let names = try await Self.collections(prefix)
            #expect(names.count == 1)
            #expect(names.first?.hasPrefix(prefix + "shelf_") == true)
            #expect(names.first?.count == prefix.count + 6 + 16)
            let alias = try await Self.ask(.get, "/aliases/\(prefix)shelf")
            #expect(alias["collection_name"] == .string(names.first ?? ""))
            try await engine.fill(Self.module(), [Self.line(1, 1)])
            try await engine.prepare([Self.module()])
            #expect(try await Self.collections(prefix) == names)
            #expect(try await engine.page(SearchRequest(module: Self.module())).items == ["n1"])
        }
        #expect(try await Self.collections(prefix) == [])
    }

    @Test(
        "A collection changed by another program is reported with the differences; recreating it keeps its items"
    )
    func changedCollection() async throws {
        let prefix = "n\(UUID().uuidString)_"
        try await withLiveEngine([Self.module("rank")], prefix: prefix) { (engine) async throws in
            try await engine.fill(Self.module("rank"), [Self.line(1, 5)])
            let name = try #require(try await Self.collections(prefix).first)
            _ = try await Self.ask(
                .patch, "/collections/\(name)",
                #"{"fields":[{"name":"q_o_rank","drop":true},{"name":"other","type":"int32","optional":true}]}"#
            )
            let error = await #expect(throws: CollectionError.self) {
                try await engine.prepare([Self.module("rank")])
            }
            #expect(error?.reason == .changed)
            #expect(error?.detail == "q_o_rank is missing; other is not of the module")
            #expect(error?.collection == name)
            var request = SearchRequest(module: Self.module("rank"))
            request.filter = .leaf(.init(.greater, "rank", value: .integer(4), type: .number))
            let searching = await #expect(throws: CollectionError.self) { try await engine.page(request) }
            #expect(searching?.reason == .otherSchema)
            try await engine.prepare([Self.module("rank")], filling: .copying, restarting: true) { _ in }
            #expect(try await engine.page(request).items == ["n1"])
            #expect(try await Self.collections(prefix).count == 1)
        }
    }

    @Test("An incomplete collection is reported; recreating it fills it and makes it live")
    func unfinishedCollection() async throws {
        let prefix = "n\(UUID().uuidString)_"
        let module = Self.module("rank")
        let engine = try await liveEngine(prefix: prefix)
        let place = try await engine.loadingPlace(for: module, replacing: false, resuming: true)
        #expect(!place.isLive)
        #expect(try await engine.load([instance(Self.line(1, 1))], into: place, of: module) == [nil])
        #expect(try await engine.loadingPlace(for: module, replacing: false, resuming: true) == place)
        let searching = await #expect(throws: CollectionError.self) {
            try await engine.page(SearchRequest(module: module))
        }
        #expect(searching?.reason == .missing)
        let error = await #expect(throws: CollectionError.self) { try await engine.prepare([module]) }
        #expect(error?.reason == .unfinished)
        #expect(error?.description.contains("restarting: true") == true)
        try await engine.prepare([module], filling: .copying, restarting: true) { _ in }
        #expect(try await engine.page(SearchRequest(module: module)).items == [])
        try await engine.remove([module])
    }

    @Test(
        "A load beside the live collection becomes visible when it goes live, without the items that it did not load"
    )
    func replacing() async throws {
        let prefix = "n\(UUID().uuidString)_"
        let module = Self.module("rank")
        try await withLiveEngine([module], prefix: prefix) { (engine) async throws in
            try await engine.fill(module, [Self.line(1, 1)])
            let live = try await engine.loadingPlace(for: module, replacing: false, resuming: false)
            #expect(live.isLive)
            let place = try await engine.loadingPlace(for: module, replacing: true, resuming: false)
            #expect(place.name != live.name)
            _ = try await engine.load([instance(Self.line(2, 2))], into: place, of: module)
            #expect(try await engine.page(SearchRequest(module: module)).items == ["n1"])
            try await engine.putLive(place, of: module)
            try await engine.putLive(place, of: module)
            #expect(try await engine.page(SearchRequest(module: module)).items == ["n2"])
            #expect(try await Self.collections(prefix) == [place.name])
            // Once more: the first name is free again.
            let again = try await engine.loadingPlace(for: module, replacing: true, resuming: true)
            #expect(again.name == live.name)
            #expect(again.identity != live.identity || again.identity != place.identity)
            try await engine.putLive(again, of: module)
            #expect(try await engine.page(SearchRequest(module: module)).items == [])
        }
    }

    @Test("A new collection is filled from another engine, with complete items")
    func fillingFromAnEngine() async throws {
        let module = Self.module("rank")
        try await withLiveEngine([module]) { (source) async throws in
            try await source.fill(module, (1...600).map { Self.line($0, $0) })
            let engine = try await liveEngine(prefix: "n\(UUID().uuidString)_")
            let log = Log()
            try await engine.prepare([module], filling: .engine(source), restarting: false) {
                log.add("\($0.stored) of \($0.total ?? 0)")
            }
            #expect(log.lines == ["250 of 600", "500 of 600", "600 of 600"])
            #expect(try await engine.page(SearchRequest(module: module)).pageInfo.totalItems == 600)
            #expect(try await engine.instances(of: ["n7"], in: module) == [try instance(Self.line(7, 7))])
            try await engine.remove([module])
        }
    }

    @Test("An invalid prefix and an empty batch size are rejected before sending")
    func settings() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        let transport = ScriptedTransport([])
        for settings in [TypesenseSettings(prefix: "a/b"), TypesenseSettings(batchSize: 0)] {
            let engine = TypesenseEngine(nodes: [url], apiKey: "k", settings: settings, transport: transport)
            await #expect(throws: UnsupportedError.self) { try await engine.prepare([Self.module()]) }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "A new schema goes live under load: searches always see every item, and no acknowledged write is lost"
    )
    func swapUnderLoad() async throws {
        let watchdog = Watchdog(seconds: 900, "the swap under load")
        defer { watchdog.stop() }
        let prefix = "n\(UUID().uuidString)_"
        let (old, new) = (Self.module("rank"), Self.module("rank", "added"))
        let writer = try await liveEngine(prefix: prefix)
        try await writer.prepare([old])
        let stable = 800
        try await writer.fill(old, (0..<stable).map { Self.line($0, 1) })
        let isOver = Flag()
        // The last acknowledged write of each item: its rank or its deletion.
        let acknowledged = Acknowledged()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<2 {
                group.addTask {
                    let engine = try await liveEngine(prefix: prefix)
                    var request = SearchRequest(module: old)
                    request.metaFilter = .leaf(
                        .init(.equal, "createdBy", value: .string("Ann"), type: .string))
                    if reader == 0 {
                        request.filter = .leaf(.init(.equal, "rank", value: .integer(1), type: .number))
                    }
                    while !isOver.isSet {
                        let page = try await engine.page(request)
                        #expect(page.pageInfo.totalItems == stable)
                    }
                }
            }
            for number in 0..<2 {
                group.addTask {
                    let engine = try await liveEngine(prefix: prefix)
                    var random = SeededGenerator(seed: UInt64(number))
                    var round = 0
                    while !isOver.isSet {
                        round += 1
                        let id = "w\(number)-\(Int.random(in: 0..<40, using: &random))"
                        if round % 4 == 3 {
                            var batch = WriteBatch()
                            batch.operations = [WriteOperation(.delete, old, id: id)]
                            guard let result = try? await engine.write(batch).first else {
                                acknowledged.mayBe(id, nil)
                                continue
                            }
                            if result.isSuccess { acknowledged.set(id, nil) }
                        } else {
                            let line = #"{"id":"\#(id)","values":{"title":"W","rank":\#(round)}}"#
                            let results = try await engine.store([instance(line)], of: old)
                            if results == [nil] {
                                acknowledged.set(id, round)
                            } else {
                                // After the swap, the server rejects documents with the older layout. A document that
                                // the old collection accepted just before may have been copied anyway.
                                acknowledged.mayBe(id, round)
                                #expect(results[0]?.message.contains("another schema") == true)
                            }
                        }
                    }
                }
            }
            group.addTask {
                let engine = try await liveEngine(prefix: prefix, settings: { $0.batchSize = 50 })
                try await engine.prepare([new])
                isOver.set()
            }
            try await group.waitForAll()
        }
        let engine = try await liveEngine(prefix: prefix)
        #expect(try await Self.collections(prefix).count == 1)
        var request = SearchRequest(module: new)
        request.metaFilter = .leaf(.init(.equal, "createdBy", value: .string("Ann"), type: .string))
        #expect(try await engine.page(request).pageInfo.totalItems == stable)
        let expected = acknowledged.ranks
        #expect(expected.count > 5)
        let found = try await engine.instances(of: Array(expected.keys), in: new)
        for (id, instance) in zip(expected.keys, found) {
            let rank = instance?.member("values")?.member("rank")
            let possible = (expected[id] ?? []).map { $0.map { JSONValue.integer(Int64($0)) } }
            #expect(possible.contains(rank), "\(id)")
        }
        // The new field can be searched, and new writes are found by it.
        #expect(try await engine.store([instance(#"{"id":"z","values":{"added":3}}"#)], of: new) == [nil])
        request.metaFilter = nil
        request.filter = .leaf(.init(.equal, "added", value: .integer(3), type: .number))
        #expect(try await engine.page(request).items == ["z"])
        try await engine.remove([new])
    }
}

/// Set once, read from any task.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}

/// The last acknowledged write of each item, and the unacknowledged attempts after it.
private final class Acknowledged: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: [Int?]] = [:]

    /// The possible ranks of an item; only one if its last write was acknowledged.
    var ranks: [String: [Int?]] { lock.withLock { values } }
    func set(_ id: String, _ rank: Int?) { lock.withLock { values[id] = [rank] } }
    func mayBe(_ id: String, _ rank: Int?) { lock.withLock { values[id, default: [nil]].append(rank) } }
}
