import Foundation
import Quire
import SampleModules
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// Valid and invalid responses: the reference's JSON, errors, and unusable responses.
@Suite struct ResponseTests {
    @Test("The service's own highlights are those of the page, and its parameters pass through")
    func ownSearch() async throws {
        let loaded = try await LoadedService.filled { $0.text = .engine }
        var request = things()
        request.page = .page(1, size: 5)
        request.fields = nil
        request.text = TextSearch("alpha")
        request.set(
            AlgoliaParameters(
                analyticsTags: ["tests"], other: ["getRankingInfo": .boolean(true)], keepsResponse: true))
        let page = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        #expect(!page.items.isEmpty && page.pageInfo.meaning == .engine)
        let texts = page.items.compactMap { $0.member("values")?.member("title") }.compactMap { value in
            if case .string(let text) = value { text } else { nil }
        }
        let highlighter = try #require(page.text?.highlighter)
        let marked = texts.map { highlighter.highlight($0).marked("[", "]").lowercased() }
        #expect(marked.contains { $0.contains("[alpha]") })
        #expect(highlighter.highlight("alpha elsewhere").ranges.isEmpty)
        let response = try JSONValue(parsing: try #require(page.serverResponses.first))
        #expect(page.serverResponses.count == 1)
        #expect(response.member("hits")?.elements.first?.member("_rankingInfo") != nil)
        let explained = try loaded.engine.explain(request)
        #expect(explained.contains("analyticsTags") && explained.contains("getRankingInfo"))
    }

    @Test("Parameters that Quire sets, and rules without the service's own search, are refused")
    func refusedParameters() async throws {
        let (engine, transport) = Self.engine(200, "{}")
        for name in ["query", "filters", "page", "hitsPerPage", "analyticsTags"] {
            var request = Self.request
            request.set(AlgoliaParameters(other: [name: .integer(1)]))
            #expect(throws: QueryError.self) { try engine.validate(request) }
        }
        var request = Self.request
        request.set(AlgoliaParameters(ruleContexts: ["sale"]))
        #expect(throws: UnsupportedError.self) { try engine.validate(request) }
        request.set(AlgoliaParameters(clickAnalytics: true))
        #expect(try engine.explain(request).contains("clickAnalytics"))
        #expect(transport.requests.isEmpty)
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
        for instance in Things.instances.prefix(4) { json.value(index.record(of: instance)) }
        json.endArray()
        json.key("nbHits")
        json.integer(4)
        json.key("facets")
        json.value(parsed(#"{"q_k_age":{"ip5":1}}"#))
        json.endObject()
        let whole = json.bytes
        let form = index.form()
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
