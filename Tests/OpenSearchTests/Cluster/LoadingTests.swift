import Foundation
import Quire
import QuireOpenSearch
import QuireRemote
import Testing
import TransportDoubles

/// Loads: whole instances, individual results, retries of temporary failures.
@Suite struct LoadingTests {
    @Test("Instances are read back as loaded, with their own dates; invalid lines are collected by number")
    func lines() async throws {
        let lines = [
            #"{"id":"1","updatedAt":5,"createdBy":"Ann","revision":3,"values":{"title":"A","count":1.0,"x":[1,null]}}"#,
            "", "no JSON", #"{"values":{}}"#, #"{"id":"2","values":{"count":"wrong","words":["a",5]}}"#,
            #"{"id":"\#(String(repeating: "x", count: 513))"}"#, #"{"id":"1","values":{"title":"B"}}"#,
            #"{"id":"3"}"#,
        ]
        try await Served.withEngine([Shelf.module], batchSize: 2) { engine in
            let steps = Log()
            let load = try await engine.load(Shelf.module, from: Data(lines.joined(separator: "\n").utf8)) {
                steps.add("\($0.stored)")
            }
            #expect(load.lines == 7)
            #expect(load.stored == 4)
            #expect(load.failures.map(\.line) == [2, 3, 5])
            #expect(load.failures.allSatisfy { $0.failure.reason == .invalid })
            #expect(steps.lines.last == "4")
            let items = try await engine.instances(Shelf.request())
            #expect(items.map(idOfInstance) == ["1", "2", "3"])
            #expect(items[0] == json(#"{"id":"1","values":{"title":"B"}}"#))
            #expect(items[1] == json(#"{"id":"2","values":{"count":"wrong","words":["a",5]}}"#))
            #expect(
                try await engine.ids(Shelf.request(Shelf.leaf(.equal, "count", .null))) == ["1", "2", "3"])
            #expect(try await engine.ids(Shelf.request(Shelf.leaf(.equal, "words", .string("a")))) == ["2"])
        }
    }

    @Test("A replacing load is invisible until it goes live; then only its items are visible")
    func replacing() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.write(WriteBatch([Shelf.create("old", 1)]))
            let abandoned = try await engine.loadingPlace(for: Shelf.module, replacing: true, resuming: false)
            let again = try await engine.loadingPlace(for: Shelf.module, replacing: true, resuming: true)
            #expect(again == abandoned)
            let place = try await engine.loadingPlace(for: Shelf.module, replacing: true, resuming: false)
            #expect(place.identity != abandoned.identity)
            #expect(!place.isLive)
            #expect(try await engine.load([Shelf.instance("new", 2)], into: place, of: Shelf.module) == [nil])
            #expect(try await engine.ids(Shelf.request()) == ["old"])
            try await engine.putLive(place, of: Shelf.module)
            #expect(try await engine.ids(Shelf.request()) == ["new"])
            try await engine.putLive(place, of: Shelf.module)
            #expect(try await engine.ids(Shelf.request()) == ["new"])
            let live = try await engine.loadingPlace(for: Shelf.module, replacing: false, resuming: false)
            #expect(live.name == place.name)
            #expect(live.isLive)
            // The previous target is gone, and no index of its name is created.
            await #expect(throws: CollectionError.self) {
                try await engine.load([Shelf.instance("lost", 3)], into: abandoned, of: Shelf.module)
            }
        }
    }

    @Test("A first load is invisible until it goes live")
    func first() async throws {
        let engine = try await Served.engine()
        let place = try await engine.loadingPlace(for: Shelf.module, replacing: false, resuming: false)
        #expect(!place.isLive)
        #expect(try await engine.load([Shelf.instance("1", 2)], into: place, of: Shelf.module) == [nil])
        await #expect(throws: CollectionError.self) { try await engine.ids(Shelf.request()) }
        try await engine.putLive(place, of: Shelf.module)
        #expect(try await engine.ids(Shelf.request()) == ["1"])
        try await engine.remove([Shelf.module])
    }

    @Test("Only the lines that a busy cluster rejects are sent again")
    func busy() async throws {
        let busy =
            #"{"index":{"status":429,"error":{"type":"es_rejected_execution_exception","reason":"full"}}}"#
        let done = #"{"index":{"status":201}}"#
        let wrong = #"{"index":{"status":400,"error":{"type":"mapper_parsing_exception","reason":"no"}}}"#
        func response(_ items: String...) -> ScriptedTransport.Step {
            .status(200, [:], #"{"errors":true,"items":[\#(items.joined(separator: ","))]}"#)
        }
        let transport = ScriptedTransport([
            .status(200, [:], #"{"place":{"settings":{"index":{"uuid":"u"}}}}"#),
            response(done, busy, wrong, busy),
            response(busy, done), response(done),
        ])
        let engine = OpenSearchEngine(
            nodes: [URL(string: "http://localhost:9200") ?? URL(fileURLWithPath: "/")],
            settings: OpenSearchSettings(nodes: Served.patience), transport: transport.undescribed)
        let place = LoadingPlace(name: "place", identity: "u", isLive: false)
        let failures = try await engine.load(
            (0..<4).map { Shelf.instance("\($0)", $0) }, into: place, of: Shelf.module)
        #expect(failures.map { $0?.reason } == [nil, nil, .invalid, nil])
        #expect(failures[2]?.type == "mapper_parsing_exception")
        let sent = transport.requests.dropFirst().map { request in
            String(decoding: request.body ?? Data(), as: UTF8.self).split(separator: "\n").enumerated()
                .filter { $0.offset.isMultiple(of: 2) }
                .map { json(String($0.element))["index"]?["_id"]?.description ?? "" }
        }
        #expect(sent == [["\"0\"", "\"1\"", "\"2\"", "\"3\""], ["\"1\"", "\"3\""], ["\"1\""]])
        #expect(transport.requests.allSatisfy { $0.url.query() == nil || $0.url.query() == "refresh=false" })
    }

    @Test("A cancelled load ends between two batches; stored items stay")
    func cancellation() async throws {
        try await Served.withEngine([Shelf.module], batchSize: 10) { engine in
            let lines = (0..<100).map { "\(Shelf.instance("\($0)", $0))" }.joined(separator: "\n")
            let task = Task {
                try await engine.load(Shelf.module, from: Data(lines.utf8)) { load in
                    if load.stored == 30 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            try await Served.refresh(engine)
            #expect(try await engine.ids(Shelf.request()).count == 30)
        }
    }
}
