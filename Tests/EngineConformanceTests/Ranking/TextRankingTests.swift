import Foundation
import Quire
import QuireConformance
import QuireTesting
import Testing

/// Clusters level and rank text searches like the reference in memory.
@Suite("Text search on clusters", .timeLimit(.minutes(60)))
struct TextRankingTests {
    private static let clusters: [any EngineUnderTest] = Engines.all.filter {
        ["Typesense", "OpenSearch"].contains($0.name)
    }

    private static let documents = [
        ConformanceDocuments(module: RankedShelf.module, lines: RankedShelf.lines)
    ]

    private static func request(
        _ text: String, tolerant: Bool = true, _ change: (inout SearchRequest) -> Void = { _ in }
    ) -> SearchRequest {
        var request = SearchRequest(module: RankedShelf.module)
        request.text = TextSearch(.all(text))
        // Clusters do not find items that only share some words, if an item has all.
        request.text?.mode = tolerant ? .allWords : .asTyped
        request.page = .page(1, size: 20)
        change(&request)
        return request
    }

    @Test(
        "A cluster finds, orders and explains what the reference does, at every level", arguments: clusters)
    func sameOrder(_ subject: any EngineUnderTest) async throws {
        let memory = try await memory()
        try await subject.withEngine(holding: Self.documents) { engine in
            for text in RankedShelf.queries {
                for tolerant in [true, false] {
                    let request = Self.request(text, tolerant: tolerant)
                    let expected = try await memory.page(request)
                    let found = try await engine.page(request)
                    let context = "\(text), tolerant: \(tolerant)"
                    #expect(found.items == expected.items, "\(context)")
                    #expect(found.pageInfo.totalItems == expected.pageInfo.totalItems, "\(context)")
                    #expect(found.text?.level == expected.text?.level, "\(context)")
                    #expect(found.text?.dropped == expected.text?.dropped, "\(context)")
                    #expect(found.text?.corrections == expected.text?.corrections, "\(context)")
                    #expect(found.text?.rankings == expected.text?.rankings, "\(context)")
                }
            }
        }
    }

    @Test(
        "If no item has all words, a cluster finds those that share the rarest ones, in the reference's order",
        arguments: clusters)
    func sharedWords(_ subject: any EngineUnderTest) async throws {
        let memory = try await memory()
        try await subject.withEngine(holding: Self.documents) { engine in
            for text in ["moby zzzz", "prince zzzz moby", "the zzzz prince of moby", "half xyzzy blood"] {
                let request = Self.request(text) {
                    $0.text?.mode = .anyWord
                    $0.page = .page(1, size: 250)
                }
                let expected = try await memory.page(request)
                let found = try await engine.page(request)
                #expect(expected.text?.level == .fewerWords && found.text?.level == .fewerWords, "\(text)")
                #expect(!found.items.isEmpty && found.text?.exactItems == 0, "\(text)")
                #expect(found.text?.dropped == expected.text?.dropped, "\(text)")
                #expect(found.pageInfo.totalItems == found.items.count, "\(text)")
                let isFound = Set(found.items)
                #expect(Array(expected.items.prefix(1)) == Array(found.items.prefix(1)), "\(text)")
                #expect(isFound.isSubset(of: try await memory.page(request.withoutPage).items), "\(text)")
            }
        }
    }

    @Test(
        "A cluster finds synonyms, whether or not the words as typed find something", arguments: clusters,
        [true, false])
    func synonyms(_ subject: any EngineUnderTest, _ isTolerant: Bool) async throws {
        let memory = try await memory()
        let synonyms = [
            Synonym.twoWay(["cetacean", "moby"]), .oneWay("prince", finds: ["machine"]),
            .oneWay("painter", finds: ["da vinci"]), .oneWay("big fish", finds: ["dick"]),
        ]
        try await subject.withEngine(holding: Self.documents) { engine in
            for text in [
                "cetacean", "moby", "cetacean di", "prince", "prin", "painter", "painter cod", "big fish",
                "big fis", "the prince", "cetacen", "machine",
            ] {
                let request = Self.request(text, tolerant: isTolerant) { $0.text?.synonyms = synonyms }
                let expected = try await memory.page(request)
                let found = try await engine.page(request)
                #expect(found.items == expected.items, "\(text)")
                #expect(found.pageInfo.totalItems == expected.pageInfo.totalItems, "\(text)")
                #expect(found.text?.level == expected.text?.level, "\(text)")
                #expect(found.text?.rankings == expected.text?.rankings, "\(text)")
                let pages = try await engine.page(
                    Self.request(text, tolerant: isTolerant) {
                        $0.text?.synonyms = synonyms
                        $0.page = .cursor(nil, limit: 1)
                    })
                #expect(pages.items == Array(expected.items.prefix(1)), "\(text)")
            }
        }
    }

    @Test(
        "Pages, cursors and the whole list agree, though more items match than are weighed",
        arguments: clusters, ["sea", "s", "sagga sea"])
    func pages(_ subject: any EngineUnderTest, _ text: String) async throws {
        try await subject.withEngine(holding: Self.documents) { engine in
            let whole = try await engine.page(Self.request(text) { $0.page = .all })
            #expect(whole.items.count > 500 && Set(whole.items).count == whole.items.count)
            #expect(whole.pageInfo.totalItems == whole.items.count)
            #expect(whole.text?.ranking == .skipped)
            var numbered: [String] = []
            for number in 1...whole.items.count / 37 + 1 {
                let page = try await engine.page(Self.request(text) { $0.page = .page(number, size: 37) })
                #expect(page.pageInfo.totalItems == whole.items.count)
                numbered += page.items
            }
            #expect(numbered == whole.items)
            var listed: [String] = []
            var cursor: Cursor?
            repeat {
                let page = try await engine.page(Self.request(text) { $0.page = .cursor(cursor, limit: 60) })
                #expect(page.pageInfo.totalItems == whole.items.count)
                listed += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(listed == whole.items)
            let cut = try await engine.page(Self.request(text) { $0.page = .offset(240, limit: 20) })
            #expect(cut.items == Array(whole.items[240..<260]))
        }
    }

    @Test("Facets count all items that an eased search finds, on every page", arguments: clusters)
    func facets(_ subject: any EngineUnderTest) async throws {
        let memory = try await memory()
        try await subject.withEngine(holding: Self.documents) { engine in
            for text in ["sagga sea", "hary", "sea"] {
                for page in [PageRequest.page(1, size: 10), .page(30, size: 10)] {
                    let request = Self.request(text) {
                        $0.facets = [FacetRequest("shelfmark")]
                        $0.page = page
                    }
                    let expected = try await memory.page(request).facets.map(\.counts)
                    #expect(try await engine.page(request).facets.map(\.counts) == expected, "\(text)")
                }
            }
        }
    }

    @Test("A filter changes neither the level nor the corrections; a write does", arguments: clusters)
    func levels(_ subject: any EngineUnderTest) async throws {
        try await subject.withEngine(holding: Self.documents) { engine in
            func page(_ text: String, minimum: Int) async throws -> SearchResponse<String> {
                try await engine.page(
                    Self.request(text) {
                        $0.filter = .leaf(
                            .init(.greater, "readers", value: .integer(Int64(minimum)), type: .number))
                    })
            }
            let all = try await engine.page(Self.request("mobby"))
            #expect(all.items == ["t2"] && all.text?.level == .oneTypo)
            let none = try await page("mobby", minimum: 1_000_000)
            #expect(none.items == [] && none.text?.level == .oneTypo)
            #expect(none.text?.corrections == all.text?.corrections)
            // As typed, the text finds something that the filter excludes.
            let exact = try await page("moby", minimum: 1_000_000)
            #expect(exact.items == [] && exact.text?.level == .words && exact.pageInfo.totalItems == 0)
            guard let writing = engine as? any WritableEngine else { return }
            let line = #"{"id":"new","name":"","values":{"title":"Mobby","readers":1}}"#
            let written = try JSONValue(parsing: Data(line.utf8))
            var operation = WriteOperation(.createOrUpdate, RankedShelf.module)
            operation.id = "new"
            operation.values = try #require(written["values"])
            _ = try await writing.write(WriteBatch([operation]))
            let after = try await engine.page(Self.request("mobby"))
            #expect(after.items == ["new"] && after.text?.level == .words)
        }
    }

    @Test("Without a popularity, the best match comes first", arguments: clusters)
    func unrated(_ subject: any EngineUnderTest) async throws {
        let documents = [ConformanceDocuments(module: RankedShelf.unrated, lines: RankedShelf.lines)]
        try await subject.withEngine(holding: documents) { engine in
            for (text, id) in [
                ("the prince", "t9"), ("hary poter half", "t0"), ("war", "t20"), ("it", "t15"),
            ] {
                let page = try await engine.page(
                    Self.request(text) { $0.module = RankedShelf.unrated })
                #expect(page.items.first == id, "\(text): \(page.items)")
            }
        }
    }

    private func memory() async throws -> InMemoryEngine {
        let engine = InMemoryEngine()
        for part in Self.documents { await engine.add(try part.items, to: part.module) }
        return engine
    }
}

extension SearchRequest {
    fileprivate var withoutPage: SearchRequest {
        var request = self
        request.page = .all
        return request
    }
}

extension ContentEngine {
    fileprivate func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        let decoder = ItemDecoder<String>(module: request.module, fields: []) {
            (reader) throws(ValueDecodingError) in
            try reader.read { (_) throws(ValueDecodingError) in }.id
        }
        var request = request
        request.fields = []
        return try #require(try await search([request], decoding: decoder).first)
    }
}
