import Foundation
import Quire
import SampleModules
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// Valid and invalid responses: the reference's JSON, errors, and unusable responses.
@Suite struct ResponseTests {
    /// The response in the protocol's documentation.
    private static let hit = """
        {"objectID":"1","name":"Star Wars",\
        "_highlightResult":{"name":{"value":"<em>Star</em> Wars","matchLevel":"full","fullyHighlighted":false,\
        "matchedWords":["star"]},"tags":[{"value":"x","matchLevel":"none","matchedWords":[]}]},\
        "_snippetResult":{"plot":{"value":"… <em>star</em> …","matchLevel":"full"}},\
        "_rankingInfo":{"nbTypos":0,"firstMatchedWord":0,"proximityDistance":0,"userScore":12,"geoDistance":0,\
        "geoPrecision":1,"nbExactWords":1,"words":1,"filters":0}}
        """

    @Test("Highlights, snippets and ranking are read with their nesting")
    func hit() throws {
        let hit = AlgoliaHit(parsed(Self.hit))
        #expect(hit.objectID == "1")
        #expect(
            hit.highlights["name"]
                == .leaf(
                    .init(
                        value: "<em>Star</em> Wars", matchLevel: .full, matchedWords: ["star"],
                        isFullyHighlighted: false)))
        #expect(
            hit.highlights["tags"]
                == .array([
                    .leaf(.init(value: "x", matchLevel: .none, matchedWords: [], isFullyHighlighted: false))
                ]))
        #expect(hit.snippets["plot"]?.leaves.map(\.value) == ["… <em>star</em> …"])
        #expect(hit.ranking?.userScore == 12)
        #expect(hit.ranking?.geoPrecision == 1)
        #expect(hit.ranking?.exactWords == 1)
    }

    @Test("Texts of a hit are read from their tags, by name and by path; missing ones are nil")
    func texts() {
        let hit = AlgoliaHit(
            parsed(
                """
                {"_highlightResult":{"title":{"value":"<em>New <em>York</em></em> 1 < 2","matchLevel":"full"},\
                "author":{"name":{"value":"<em>A</em>","matchLevel":"partial"},"born":5},\
                "tags":[{"value":"<em>x</em>","matchLevel":"full"}]},\
                "_snippetResult":{"title":{"value":"…<em>York</em>…","matchLevel":"full"}}}
                """))
        #expect(hit.highlight(\Books.Fields.title)?.marked("[", "]") == "[New York] 1 < 2")
        #expect(hit.highlight("author.name")?.marked("[", "]") == "[A]")
        #expect(hit.snippet(\Books.Fields.title)?.marked("[", "]") == "…[York]…")
        #expect(hit.snippet("title")?.text == "…York…")
        for path in [
            "", ".", "author", "author.", "author.born", "tags", "tags.0", "title.value", "nothing", "a.b",
        ] {
            #expect(hit.highlight(path) == nil, "\(path)")
            #expect(hit.snippet(path) == nil, "\(path)")
        }
        #expect(AlgoliaHit(.null).highlight(\Books.Fields.title) == nil)
    }

    @Test("A path follows objects and arrays, and ends if nothing is there")
    func paths() {
        let leaf = #"{"value":"a","matchLevel":"partial","matchedWords":["a"]}"#
        let json = parsed(#"{"authors":[{"name":\#(leaf)},{"value":\#(leaf)}]}"#)
        let highlight = AlgoliaHighlight(json)
        #expect(highlight?[path: "authors", "0", "name"]?.leaves.map(\.matchLevel) == [.partial])
        // A field may be named "value".
        #expect(highlight?[path: "authors", "1", "value"]?.leaves.count == 1)
        #expect(highlight?[path: "authors", "2", "name"] == nil)
        #expect(highlight?[path: "authors", "-1"] == nil)
        #expect(highlight?[path: "authors", "name"] == nil)
        #expect(highlight?.leaves.count == 2)
    }

    @Test(
        "Invalid highlights are ignored, however deep",
        arguments: [
            "5", "null", #""x""#, "[1,null]", #"{"a":{"b":[true]}}"#,
            String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
        ])
    func damagedHighlights(_ text: String) {
        #expect(AlgoliaHighlight(parsed(text))?.leaves ?? [] == [])
        let hit = AlgoliaHit(parsed(#"{"_highlightResult":\#(text),"_rankingInfo":\#(text)}"#))
        #expect(hit.highlights.values.allSatisfy { $0.leaves.isEmpty })
        #expect(hit.ranking?.typos ?? 0 == 0)
    }

    @Test("Hits contain the highlights of the service's own text search, by field name")
    func hits() async throws {
        let loaded = try await LoadedService.filled { $0.text = .engine }
        var request = things()
        request.page = .page(1, size: 5)
        request.text = TextSearch("alpha")
        let hits = try await loaded.engine.hits(
            request, markup: HighlightMarkup(opening: "[", closing: "]"), snippetWords: 5)
        #expect(!hits.isEmpty)
        for hit in hits {
            #expect(
                ["title", "body"].contains { name in
                    hit.highlight(name)?.parts.contains {
                        $0.isHighlighted && $0.text.lowercased() == "alpha"
                    } == true
                })
            #expect(
                hit.highlights.values.flatMap(\.leaves).contains { $0.value.lowercased().contains("[alpha]") }
            )
            #expect(hit.highlights.keys.allSatisfy { ["title", "body", "cafe\u{301}"].contains($0) })
            #expect(!hit.snippets.isEmpty)
            #expect(hit.ranking?.words == 1)
        }
    }

    private static func engine(_ status: Int, _ body: String) -> (AlgoliaEngine, ScriptedTransport) {
        let transport = ScriptedTransport([.status(status, [:], body)])
        return (AlgoliaEngine(applicationID: "A", apiKey: "the-secret", transport: transport), transport)
    }

    private static let request: SearchRequest = {
        var request = SearchRequest(module: Books.descriptor)
        request.fields = ["title"]
        return request
    }()

    @Test("An error has the service's message and status, without the key")
    func errors() async throws {
        let (engine, _) = Self.engine(403, #"{"message":"Invalid key the-secret","status":403}"#)
        let error = await #expect(throws: AlgoliaError.self) { try await engine.searchData(Self.request) }
        #expect(error?.status == 403)
        #expect(error?.message == "Invalid key …")
        #expect(error?.request == "POST /1/indexes/books/query")
        #expect(error.map { "\($0)" }?.contains("the-secret") == false)
        #expect(error.map { String(reflecting: $0) }?.contains("the-secret") == false)
    }

    @Test("An error whose body is not JSON keeps the status and the body")
    func unreadableError() async throws {
        let (engine, _) = Self.engine(400, "<html>")
        let error = await #expect(throws: AlgoliaError.self) { try await engine.searchData(Self.request) }
        #expect(error?.status == 400)
        #expect(error?.message == nil)
        #expect(error?.body == Data("<html>".utf8))
    }

    @Test(
        "A success response that is unusable is an error",
        arguments: [
            "", "<html>", "[]", "null", "\"x\"", "{}", #"{"hits":[]}"#, #"{"nbHits":1}"#,
            #"{"hits":{},"nbHits":0}"#,
            #"{"hits":[],"nbHits":"0"}"#, #"{"hits":[],"nbHits":-1}"#, #"{"hits":[5],"nbHits":1}"#,
            #"{"hits":[{"title":"1"}],"nbHits":1}"#, #"{"hits":[{"objectID":1}],"nbHits":1}"#,
            #"{"hits":[{"objectID":""}],"nbHits":1}"#, #"{"hits":[{"objectID":null}],"nbHits":1}"#,
            #"{"hits":[{"objectID":"1","title":1},{"}],"nbHits":1}"#,
            #"{"hits":[{"objectID":"1","title":"a}],"nbHits":1}"#, #"{"hits":[],"nbHits":0"#,
            #"{"hits":[],"nbHits":0}x"#,
            // A facet's value is a key.
            #"{"hits":[],"nbHits":0,"facets":{"f":{"a"#
                + String(repeating: "\u{301}\u{323}", count: 100) + #"":1}}}"#,
        ])
    func noResponse(_ body: String) async throws {
        let (engine, _) = Self.engine(200, body)
        await #expect(throws: AlgoliaResponseError.self) { try await engine.searchData(Self.request) }
    }

    @Test("Too few or too many results are an error")
    func wrongCount() async throws {
        for results in ["[]", #"[{"hits":[],"nbHits":0}]"#] {
            let (engine, _) = Self.engine(200, #"{"results":\#(results)}"#)
            await #expect(throws: AlgoliaResponseError.self) {
                try await engine.search([Self.request, Self.request], decoding: Books.itemDecoder)
            }
        }
    }

    @Test("A repeated browse cursor is an error, not an endless loop")
    func sameCursor() async throws {
        let page = #"{"hits":[],"nbHits":9,"cursor":"c"}"#
        let transport = ScriptedTransport([
            .status(200, [:], page), .status(200, [:], page), .status(200, [:], page),
        ])
        let engine = AlgoliaEngine(applicationID: "A", apiKey: "k", transport: transport)
        await #expect(throws: AlgoliaResponseError.self) {
            var request = Self.request
            request.page = .all
            _ = try await engine.searchData(request)
        }
        #expect(transport.requests.count == 2)
    }

    @Test("A browse that repeats its records under new cursors is an error, not an endless loop")
    func sameRecords() async throws {
        let transport = ScriptedTransport(
            (1...3).map {
                .status(
                    200, [:],
                    #"{"hits":[{"objectID":"1"}],"nbHits":9,"cursor":"c\#($0)"}"#)
            })
        let engine = AlgoliaEngine(applicationID: "A", apiKey: "k", transport: transport)
        await #expect(throws: AlgoliaResponseError.self) {
            var request = Self.request
            request.page = .all
            _ = try await engine.searchData(request)
        }
        #expect(transport.requests.count == 2)
    }

    @Test("Unknown keys and damaged pages never trap", arguments: 1...3)
    func damage(_ seed: UInt64) async throws {
        let index = RecordIndex(Things.descriptor, .init())
        var json = JSONWriter()
        json.beginObject()
        json.key("hits")
        json.beginArray()
        for instance in Things.instances.prefix(4) { index.write(instance, to: &json) }
        json.endArray()
        json.key("nbHits")
        json.integer(4)
        json.key("facets")
        json.value(parsed(#"{"q_k_age":{"ip5":1}}"#))
        json.endObject()
        let whole = json.bytes
        let form = RecordForm(index)
        #expect(try SearchResult.read(Data(whole), form, of: "test").records.count == 4)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let position = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: position)
                default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0...40, using: &random)))
                }
            }
            do {
                let response = try SearchResult.read(Data(bytes), form, of: "test")
                for instance in try response.records.instances(of: "test") { _ = instance.isOneValue }
            } catch is AlgoliaResponseError {
                continue
            }
        }
    }
}
