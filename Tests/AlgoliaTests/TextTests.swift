import Quire
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// Full text, in Quire's query language and in the service's.
@Suite struct TextTests {
    private static let queries: [TextQuery] = [
        "alpha", "al", "alpha be", "beta al", "CAFÉ", "cafe\u{301}", "strasse", "queen", "q", "qq",
        "miserables 18",
        "nul", "zzz", "it s", "👍 ok", .all("alpha be", matching: .prefixes),
        .all("alpha beta", matching: .wholeWords),
        .all("be", matching: .wholeWords), .phrase("alpha beta"), .phrase("beta alpha"),
        .phrase("les miserables"),
        .all("日本語", matching: .wholeWords), .all("本の", matching: .wholeWords),
        .and(["alpha", .none("beta", matching: .wholeWords)]),
        .and([.all("alpha", matching: .wholeWords), .not(.phrase("alpha beta"))]),
        .not(.not("alpha")), .or(["alpha"]),
    ]

    @Test("Words have the same matches as with every engine")
    func words() async throws {
        let loaded = try await LoadedService.filled()
        for query in Self.queries {
            for fields in [nil, ["title"], ["body", "caf\u{E9}s"]] {
                var request = things()
                request.text = TextSearch(query)
                request.text?.mode = .asTyped
                request.text?.fields = fields
                let expected = try InstanceSearch(request).all(of: Things.instances)
                let found = try await loaded.ids(request)
                #expect(
                    Set(found.map { Array($0.utf8) }) == Set(expected.map { Array($0.instanceID.utf8) }),
                    "\(query) in \(fields ?? [])")
            }
        }
    }

    @Test("A text combines with a filter, sorting and facets")
    func together() async throws {
        let loaded = try await LoadedService.filled()
        var request = things(.leaf(.init(.notEqual, "age", value: .integer(5), type: .number)))
        request.text = TextSearch("al")
        request.sort = [SortKey(.value("age"))]
        request.page = .page(1, size: 1000)
        request.facets = [FacetRequest("status")]
        let page = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        let expected = try InstanceSearch(request).page(of: Things.instances)
        #expect(page.items.map(\.instanceID) == expected.instances.map(\.instanceID))
        #expect(page.facets == expected.facets)
        #expect(page.text?.ranking == .sorted)
        #expect(page.text?.highlighter.highlight("Alpha, total").marked("<", ">") == "<Alpha>, total")
    }

    @Test("A browse without a word finds everything, in the order of ids")
    func browsing() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.text = TextSearch(.all(" "))
        request.text?.emptyFindsAll = true
        request.page = .page(1, size: 1000)
        var plain = request
        plain.text = nil
        #expect(try await loaded.ids(request) == loaded.ids(plain))
    }

    @Test(
        "The service's own search takes the query unchanged, with prefixes by the matching and typos as requested",
        arguments: [
            (TextQuery.all("Foo ba"), "Foo ba", "prefixLast"),
            (.all("Foo ba", matching: .prefixes), "Foo ba", "prefixAll"),
            (.all("Foo ba", matching: .wholeWords), "Foo ba", "prefixNone"),
            (.phrase("Foo \"ba"), "\"Foo  ba\"", "prefixNone"),
        ])
    func native(_ query: TextQuery, _ text: String, _ type: String) throws {
        let index = RecordIndex(Things.descriptor, .init(text: .engine))
        for typos in [false, true] {
            var search = TextSearch(query)
            search.mode = typos ? .anyWord : .asTyped
            let words = try #require(AnalyzedText(query, TextAnalyzer()))
            var parameters = SearchParameters()
            try TextParameters(search, words, index: index).set(&parameters)
            #expect(parameters["query"] == .string(text))
            #expect(parameters["queryType"] == .string(type))
            #expect(parameters["typoTolerance"] == .boolean(typos))
            #expect(parameters["removeWordsIfNoResults"] == .string("none"))
            // Synonyms and rules belong to the service's own search.
            #expect(parameters["synonyms"] == nil)
        }
    }

    @Test(
        "In Quire's words, a search for any of several words is refused, and one without a choice is of all words"
    )
    func mode() throws {
        let index = RecordIndex(Things.descriptor, .init())
        let query = TextQuery.all("Foo ba")
        let words = try #require(AnalyzedText(query, TextAnalyzer()))
        for mode in [nil, MatchMode.allWords, .asTyped] {
            var search = TextSearch(query)
            search.mode = mode
            var parameters = SearchParameters()
            try TextParameters(search, words, index: index).set(&parameters)
            #expect(parameters["typoTolerance"] == .boolean(false))
        }
        var search = TextSearch(query)
        search.mode = .anyWord
        #expect(throws: UnsupportedError.self) { try TextParameters(search, words, index: index) }
    }

    @Test("Words in the index contain nothing that a tokenizer could split")
    func encoding() throws {
        let index = RecordIndex(Things.descriptor, .init())
        for instance in Things.instances {
            var json = JSONWriter()
            json.value(index.record(of: instance))
            let record = try JSONValue(parsing: .init(json.bytes))
            for name in ["q_w_title", "q_w_body"] {
                guard case .string(let words)? = record[name] else { continue }
                #expect(
                    words.utf8.allSatisfy { $0 == 32 || (97...122).contains($0) || (48...57).contains($0) })
            }
        }
    }
}
