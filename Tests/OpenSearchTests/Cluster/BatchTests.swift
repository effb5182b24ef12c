import Foundation
import Quire
import QuireHTTP
import QuireOpenSearch
import QuireRemote
import SampleModules
import SearchServers
import Testing
import TransportDoubles

/// Requests for several modules in one call.
@Suite struct BatchTests {
    private static let songs = ModuleDescriptor(
        name: "songs", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    @Test("Requests for two modules are one _msearch call; only rejected or missing parts fail")
    func oneRequest() async throws {
        try await Served.withEngine([Shelf.module, Self.songs]) { prepared in
            let shelf = (0..<3).map { "\(Shelf.instance("\($0)", $0, title: $0 == 1 ? "the whale" : "t"))" }
            _ = try await prepared.load(Shelf.module, from: Data(shelf.joined(separator: "\n").utf8))
            _ = try await prepared.load(
                Self.songs, from: Data(#"{"id":"s","values":{"title":"Whale song"}}"#.utf8))
            let server = try await SearchServers.openSearch()
            let log = RequestLog()
            let engine = OpenSearchEngine(
                nodes: [server.url], settings: prepared.settings,
                transport: NetworkTransport().wrapped(in: [log]))
            var words = SearchRequest(module: Shelf.module)
            words.text = TextSearch(.all("whale"))
            var songs = SearchRequest(module: Self.songs)
            songs.text = TextSearch(.all("whale"))
            var refused = SearchRequest(module: Shelf.module)
            refused.page = .cursor(Cursor(token: "not one of ours"), limit: 2)

            let answers = try await engine.responses(
                to: [words, SearchRequest(module: Authors.descriptor), refused, songs])
            try #require(answers.count == 4)
            #expect(
                log.requests.map(\.url.path).filter { !$0.hasSuffix("/_mapping") && !$0.hasSuffix("/_count") }
                    == ["/_msearch"])
            let decoder = ItemDecoder<String>(module: Shelf.module, fields: []) {
                (reader) throws(ValueDecodingError) in
                try reader.read { (_) throws(ValueDecodingError) in }.id
            }
            #expect(try answers[0].get().response(reading: decoder, words.decoding).items == ["1"])
            #expect(throws: CollectionError.self) { try answers[1].get() }
            #expect(throws: QueryError.self) { try answers[2].get() }
            #expect(try answers[3].get().pageInfo.totalItems == 1)
        }
    }

    @Test(
        "A failed search reports whether it is an outage",
        arguments: [
            (#"{"error":{"type":"t","reason":"r"},"status":400}"#, false),
            (#"{"error":{"type":"t","reason":"r"},"status":503}"#, true),
            (#"{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}"#, true),
        ])
    func outage(_ failed: String, _ isOutage: Bool) async throws {
        let url = try #require(URL(string: "http://localhost:9200"))
        let good = #"{"_shards":{"failed":0},"hits":{"total":{"value":0},"hits":[]}}"#
        let engine = OpenSearchEngine(
            nodes: [url],
            transport: ScriptedTransport([.status(200, [:], #"{"responses":[\#(failed),\#(good)]}"#)])
                .undescribed)
        let answers = try await engine.responses(to: [Shelf.request(), Shelf.request()])
        let error = #expect(throws: OpenSearchError.self) { try answers[0].get() }
        #expect(error?.isOutage == isOutage)
        #expect(try answers[1].get().pageInfo.totalItems == 0)
    }
}
