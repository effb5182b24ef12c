import Foundation
import Quire
import QuireHTTP
import QuireRemote
import QuireSearch
import QuireTypesense
import SampleModules
import SearchServers
import Testing
import TransportDoubles

/// Requests for several modules in one call.
@Suite struct BatchTests {
    private static let songs = ModuleDescriptor(
        name: "songs", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    /// An engine on the real server with books and songs, and its requests.
    private func withShelves(
        _ body: (TypesenseEngine, RequestLog) async throws -> Void
    ) async throws {
        let log = RequestLog()
        let transport = NetworkTransport().wrapped(in: [log])
        try await withLiveEngine([Books.descriptor, Self.songs], transport: transport) { engine in
            try await engine.fill(
                Books.descriptor,
                [
                    #"{"id":"1","values":{"title":"Emma","age":12,"price":1,"active":true,"tags":["a"]}}"#,
                    #"{"id":"2","values":{"title":"The whale","age":14,"price":1,"active":true,"tags":["b"]}}"#,
                ])
            try await engine.fill(Self.songs, [#"{"id":"s","values":{"title":"Whale song"}}"#])
            log.clear()
            try await body(engine, log)
        }
    }

    @Test(
        "Concurrent searches of two modules are one HTTP request, each with its own response"
    )
    func oneRequest() async throws {
        try await withShelves { engine, log in
            var books = Books.query().search("whale").facet(\.tags).request
            books.page = .page(1, size: 5)
            var songs = SearchRequest(module: Self.songs)
            songs.text = TextSearch(.all("whale"))
            let clock = SteppedClock()
            let batched = BatchedEngine(engine, window: .milliseconds(2), clock: clock)
            async let foundBooks = batched.page(books)
            async let foundSongs = batched.page(songs)
            try await eventually("two callers in the window") {
                batched.waitingCallers == 2 && !clock.snapshot.deadlines.isEmpty
            }
            clock.advance(by: .milliseconds(2))
            let (inBooks, inSongs) = try await (foundBooks, foundSongs)
            #expect(inBooks.items == ["2"] && inSongs.items == ["s"])
            #expect(inBooks.facets.first?.counts.count == 1)
            #expect(log.requests.map(\.url.path) == ["/multi_search"])

            log.clear()
            let alone = try await engine.page(books)
            #expect(alone.items == inBooks.items)
            #expect(alone.facets == inBooks.facets)
            #expect(alone.pageInfo == inBooks.pageInfo)
            #expect(try await engine.page(songs).items == inSongs.items)
            #expect(log.requests.count == 2)
        }
    }

    @Test("Only a module without a collection and an unsupported request fail")
    func oneFails() async throws {
        try await withShelves { engine, log in
            var unsupported = SearchRequest(module: Books.descriptor)
            unsupported.filter = .leaf(.init(.like, "title", value: .string("mm"), type: .string))
            let requests = [
                SearchRequest(module: Authors.descriptor), SearchRequest(module: Books.descriptor),
                unsupported,
                SearchRequest(module: Self.songs),
            ]
            let answers = try await engine.responses(to: requests)
            try #require(answers.count == 4)
            let missing = #expect(throws: CollectionError.self) { try answers[0].get() }
            #expect(missing?.reason == .missing)
            #expect(try answers[1].get().pageInfo.totalItems == 2)
            #expect(throws: UnsupportedError.self) { try answers[2].get() }
            #expect(try answers[3].get().pageInfo.totalItems == 1)
            // The server is asked once whether another program has made the missing collection.
            #expect(log.requests.map(\.method) == [.post, .get])
        }
    }

    @Test(
        "An outage is thrown, and errors report whether they are one",
        arguments: [(503, true), (400, false), (408, true)])
    func outage(_ status: Int, _ isOutage: Bool) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:8108"))
        let steps = [
            ScriptedTransport.Step.status(
                200, [:], #"{"results":[{"code":\#(status),"error":"no"},{"found":0,"hits":[]}]}"#)
        ]
        let engine = TypesenseEngine(nodes: [url], apiKey: "key", transport: ScriptedTransport(steps))
        let request = SearchRequest(module: Books.descriptor)
        let answers = try await engine.responses(to: [request, request])
        let error = #expect(throws: TypesenseError.self) { try answers[0].get() }
        #expect(error?.isOutage == isOutage)
        #expect(try answers[1].get().pageInfo.totalItems == 0)
    }
}
