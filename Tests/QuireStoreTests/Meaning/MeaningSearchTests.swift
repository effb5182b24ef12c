#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing
import TransportDoubles

import QuireStore

@Suite("Search by meaning")
struct MeaningSearchTests {
    private static func engines(
        _ instances: [JSONValue]
    ) async throws -> [(name: String, engine: any ContentEngine)] {
        let store = try await MeaningLibrary.store(instances, WordEmbedder())
        try await store.fullText.embed()
        let memory = InMemoryEngine(embedder: WordEmbedder())
        await memory.add(instances, to: MeaningLibrary.module())
        return [("store", store), ("memory", memory)]
    }

    private static func text(_ instance: JSONValue) -> String {
        let values = instance.member("values")
        let texts = ["title", "body"].compactMap { name -> String? in
            guard case .string(let text)? = values?.member(name) else { return nil }
            return text.replacingOccurrences(of: "<p>", with: "").replacingOccurrences(of: "</p>", with: "")
        }
        return texts.joined(separator: "\n")
    }

    private static func id(_ instance: JSONValue) -> String {
        if case .string(let id)? = instance.member("id") { id } else { "" }
    }

    private static func age(_ instance: JSONValue) -> Int64 {
        if case .integer(let age)? = instance.member("values")?.member("age") { age } else { 0 }
    }

    @Test(
        "Random searches have the list of the description, in the store and in memory, whatever the filter",
        arguments: [(1, 40), (2, 90), (3, 320), (4, 700)])
    func random(seed: UInt64, count: Int) async throws {
        var random = SeededGenerator(seed: seed)
        let instances = MeaningLibrary.instances(count, &random)
        let engines = try await Self.engines(instances)
        let embedder = WordEmbedder()
        for _ in 0..<4 {
            let query =
                ["", "qqq "].randomElement(using: &random).map { $0 + MeaningLibrary.text(3, &random) } ?? ""
            let limit = [nil, 7, 2].randomElement(using: &random) ?? nil
            for (name, engine) in engines {
                var request = MeaningLibrary.request(query)
                if let limit { request.filter = MeaningLibrary.age(below: limit) }
                var words = request
                words.text?.mode = .anyWord
                let found = try await MeaningLibrary.page(words, engine).items
                let filtered = instances.filter {
                    Self.age($0) < Int64(limit ?? .max) && !Self.text($0).isEmpty
                }
                let expected = PlainMeaning(
                    words: found,
                    items: filtered.map { PlainMeaning.Item(id: Self.id($0), text: Self.text($0)) },
                    query: query, vector: embedder.vector)
                let page = try await MeaningLibrary.page(request, engine)
                #expect(page.items == expected.ids, "\(query) < \(limit ?? -1) in \(name)")
                #expect(page.pageInfo.totalItems == found.count)
                #expect(page.text?.meaning?.similarIDs == Set(expected.similar))
                #expect(page.text?.meaning?.similarItems == expected.similar.count)
                #expect(page.text?.exactItems == nil)
            }
        }
    }

    enum Paging: CaseIterable { case cursors, offsets, numbers, walk }

    @Test(
        "Pages of every size hold the list once, without gaps, and name the similar items",
        arguments: Paging.allCases)
    func pages(paging: Paging) async throws {
        var random = SeededGenerator(seed: 77)
        let instances = MeaningLibrary.instances(420, &random)
        for (name, engine) in try await Self.engines(instances) {
            for query in ["sofa winter", "sea", "rose garden stone"] {
                let whole = try await MeaningLibrary.page(MeaningLibrary.request(query), engine)
                #expect(whole.items.count > whole.pageInfo.totalItems ?? .max)
                for size in [7, 64, 250] {
                    var ids: [String] = []
                    var similar: Set<String> = []
                    var request = MeaningLibrary.request(query)
                    func add(_ page: SearchResponse<String>) {
                        ids += page.items
                        similar.formUnion(page.text?.meaning?.similarIDs ?? [])
                        #expect(page.pageInfo.totalItems == whole.pageInfo.totalItems)
                    }
                    switch paging {
                    case .cursors:
                        var cursor: Cursor?
                        repeat {
                            request.page = .cursor(cursor, limit: size)
                            let page = try await MeaningLibrary.page(request, engine)
                            add(page)
                            cursor = page.nextCursor
                        } while cursor != nil
                    case .offsets, .numbers:
                        var start = 0
                        while start < whole.items.count {
                            request.page =
                                paging == .offsets
                                ? .offset(start, limit: size) : .page(start / size + 1, size: size)
                            add(try await MeaningLibrary.page(request, engine))
                            start += size
                        }
                    case .walk:
                        request.page = .page(1, size: size)
                        var next: SearchRequest? = request
                        while let asked = next {
                            let page = try await MeaningLibrary.page(asked, engine)
                            add(page)
                            next = try asked.following(page)
                        }
                    }
                    #expect(ids == whole.items, "\(query) by \(size) in \(name)")
                    #expect(similar == whole.text?.meaning?.similarIDs)
                }
            }
        }
    }

    @Test("Words alone decide the total, the count and the facets")
    func totals() async throws {
        var random = SeededGenerator(seed: 5)
        for (_, engine) in try await Self.engines(MeaningLibrary.instances(200, &random)) {
            var request = MeaningLibrary.request("sofa")
            request.facets = [FacetRequest("kind")]
            var words = request
            words.text?.mode = .anyWord
            let page = try await MeaningLibrary.page(request, engine)
            let plain = try await MeaningLibrary.page(words, engine)
            #expect(page.facets == plain.facets)
            #expect(page.pageInfo.totalItems == plain.pageInfo.totalItems)
            #expect(page.items.count > plain.items.count)
            let client = ContentClient(engine: engine)
            #expect(try await client.count(request) == plain.items.count)
            // A word that no item has, and a text without a word.
            request.text?.query = .all("zzzz")
            let unknown = try await MeaningLibrary.page(request, engine)
            #expect(unknown.pageInfo.totalItems == 0)
            #expect(unknown.items.count == 100)
            #expect(unknown.facets.allSatisfy { $0.counts.isEmpty })
            request.text?.query = .all("?!")
            let empty = try await MeaningLibrary.page(request, engine)
            #expect(empty.items.isEmpty)
        }
    }

    @Test("A synonym in meaning is found without a word in common, and highlights stay those of the words")
    func synonym() async throws {
        let items = [
            MeaningLibrary.item("1", "a green couch"), MeaningLibrary.item("2", "an iron clock"),
            MeaningLibrary.item("3", "the sofa"),
        ]
        for (_, engine) in try await Self.engines(items) {
            let page = try await MeaningLibrary.page(MeaningLibrary.request("sofa"), engine)
            #expect(page.items == ["3", "1", "2"])
            #expect(page.pageInfo.totalItems == 1)
            #expect(page.text?.meaning?.similarIDs == ["1", "2"])
            #expect(page.text?.highlighter.highlight("the sofa").html() == "the <em>sofa</em>")
        }
    }

    @Test("What has no meaning is refused before the embedder is called")
    func refusals() async throws {
        let embedder = WordEmbedder()
        let store = try await MeaningLibrary.store([], embedder)
        let memory = InMemoryEngine(embedder: embedder)
        for engine in [store, memory] as [any ContentEngine] {
            var sorted = MeaningLibrary.request("sofa")
            sorted.sort = [SortKey(.value("age"), .ascending)]
            #expect(throws: QueryError.self) { try engine.validate(sorted) }
            var phrase = MeaningLibrary.request("sofa")
            phrase.text?.query = .phrase("old man")
            #expect(throws: QueryError.self) { try engine.validate(phrase) }
            let plain = MeaningLibrary.request("sofa", module: MeaningLibrary.module(model: nil))
            #expect(throws: QueryError.self) { try engine.validate(plain) }
            await #expect(throws: QueryError.self) { _ = try await MeaningLibrary.page(sorted, engine) }
        }
        #expect(embedder.calls.value.isEmpty)
        var capabilities = memory.capabilities
        capabilities.searchesByMeaning = false
        #expect(throws: UnsupportedError.self) {
            try MeaningLibrary.request("sofa").check(for: capabilities)
        }
        let without = try await MeaningLibrary.open(.memory, nil)
        #expect(throws: EmbeddingError(.noEmbedder, module: "notes", model: "words")) {
            try without.validate(MeaningLibrary.request("sofa"))
        }
        let other = try await MeaningLibrary.open(.memory, WordEmbedder(model: "letters"))
        #expect(throws: EmbeddingError(.otherModel("letters"), module: "notes", model: "words")) {
            try other.validate(MeaningLibrary.request("sofa"))
        }
        await #expect(throws: EmbeddingError.self) { try await other.fullText.embed() }
    }

    @Test("A transaction sees its own items by words, and no vector of their old texts")
    func transaction() async throws {
        let store = try await MeaningLibrary.store(
            [MeaningLibrary.item("1", "couch"), MeaningLibrary.item("2", "clock")], WordEmbedder())
        try await store.fullText.embed()
        try await store.transaction(isolation: nil) { engine in
            var batch = WriteBatch()
            batch.operations = [WriteOperation(.delete, MeaningLibrary.module(), id: "1")]
            _ = try await engine.write(batch)
            let page = try await MeaningLibrary.page(MeaningLibrary.request("sofa"), engine)
            #expect(page.items == ["2"])
        }
    }
}
#endif
