import Articles
import Foundation
import Quire
import QuireHALO
import QuireStore
import QuireSync
import SampleModules
import Testing
import TransportDoubles

/// Every code block of the article is compiled: it occurs in `ComingFromHALOSamples….swift`.
@Suite("Documentation: coming from HALO")
struct ComingFromHALOTests {
    private static func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("ComingFromHALO", of: "QuireHALO")
        let samples = try Article.lines(of: Article.samples("ComingFromHALOSamples"))
        #expect(article.blocks.count >= 6)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    @Test("Every Swift expression in a table occurs in the samples")
    func cells() throws {
        let article = try Article("ComingFromHALO", of: "QuireHALO")
        let samples = Self.plain(try Article.samples("ComingFromHALOSamples"))
        #expect(article.cells.count > 80)
        for cell in article.cells {
            let isCompiled = samples.contains(Self.plain(cell))
            #expect(isCompiled, "\(cell)")
        }
    }

    private static func halo(_ steps: [ScriptedTransport.Step] = []) throws -> (HALOEngine, ScriptedTransport)
    {
        let url = try #require(URL(string: "https://halo.example"))
        let transport = ScriptedTransport(steps)
        return (HALOEngine(baseURL: url, transport: transport), transport)
    }

    @Test("HALO supports every query of the article")
    func queries() throws {
        let (halo, _) = try Self.halo()
        let shown =
            SearchSamples.queries + FilterSamples.queries + FilterSamples.lifeCycle + PageSamples.queries
            + UntypedSamples.options + [FilterSamples.example()]
        for query in shown {
            let text = try query.explain(on: halo)
            #expect(text.contains("POST https://halo.example/api/generalcontent/instance/search"))
            #expect(text.contains(#""moduleName": "books""#), "\(text)")
        }
        for query in UntypedSamples.queries {
            #expect(try halo.explain(query).contains(#""segmentMode": "partial""#))
        }
        #if SQLite
        let kept = halo.offline(in: MemoryResponseCache())
        for query in OfflineSamples.queries {
            #expect(try query.explain(on: kept).contains("instance/search"))
        }
        #endif
    }

    @Test("The untyped search sends both names, and reads a book as a book")
    func untyped() async throws {
        let page =
            #"{"pagination":{"page":1,"limit":10,"totalItems":1,"totalPages":1},"items":[{"id":"1","module":"b1","#
            + #""values":{"title":"Emma","age":7,"price":1,"active":true}}]}"#
        let (halo, transport) = try Self.halo([.status(200, [:], page)])
        try await UntypedSamples.mixed(halo, booksID: "b1")
        let body = try #require(transport.requests.first?.body)
        #expect(
            String(decoding: body, as: UTF8.self).hasPrefix(
                #"{"moduleNames":["books","authors"],"metaSearch":"#))
    }

    @Test("The samples of custom requests occur in the samples too")
    func transportBlocks() throws {
        let blocks = try Article("QuireHALO", of: "QuireHALO").blocks.filter {
            $0.contains("recordingResponses") || $0.contains("halo.send")
        }
        let samples = try Article.lines(of: Article.samples("ComingFromHALOSamples"))
        #expect(blocks.count == 2)
        for block in blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    @Test("The call samples send the requests that the article describes")
    func calls() async throws {
        let (halo, transport) = try Self.halo([
            .status(200, [:], #"{"count":5}"#), .status(200, [:], "[]"), .status(200, [:], "[]"),
        ])
        try await CallSamples.sending(halo)
        try await CallSamples.query(halo)
        try await CallSamples.responses(halo)
        #expect(
            transport.requests.map { "\($0.method.rawValue) \($0.url.absoluteString)" } == [
                "POST https://halo.example/api/acme-loyalty/points",
                "GET https://halo.example/api/acme-loyalty/points?year=2026",
                "POST https://halo.example/api/generalcontent/instance/search",
            ])
        #expect(transport.requests.first?.body == Data(#"{"count":5}"#.utf8))
    }

    @Test("The module samples send the requests that the article describes")
    func modules() async throws {
        let module = #"{"id":"571f38b4bb7f3729","name":"books"}"#
        let (halo, transport) = try Self.halo([
            .status(200, [:], "[\(module)]"), .status(200, [:], "[\(module)]"), .status(200, [:], module),
            .status(200, [:], "{}"),
        ])
        try await IdentitySamples.modules(halo)
        #expect(
            transport.requests.map { $0.url.path } == [
                "/api/generalcontent/module", "/api/generalcontent/module",
                "/api/generalcontent/module/571f38b4bb7f3729", "/api/authentication/version/current",
            ])
    }
}
