import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

#if SQLite
import QuireStore
#endif

/// Search inside the values of a facet (A35).
@Suite struct FacetSearchTests {
    private static let goods: [Good] = {
        let brands = [
            "Jane Austen", "Paul Auster", "Auster, Inc.", "Aus der Hölle", "Holle", "O'Brien", "", "東京書籍",
        ]
        return brands.enumerated().flatMap { index, brand in
            (0...index).map { number in
                Good(
                    id: ContentID("\(index)-\(number)"),
                    values: .init(
                        name: number == 0 ? "red" : "blue", color: brand, brand: brand,
                        category: "Books > \(brand) > Prose", promotions: [brand, "coupon"]))
            }
        }
    }()

    private static func engines() async throws -> [ContentClient] {
        let memory = InMemoryEngine()
        await memory.add(Goods.self, goods)
        var engines = [ContentClient(engine: memory)]
        #if SQLite
        let store = try await Store(.memory, modules: [Goods.descriptor])
        let content = ContentClient(engine: store)
        for item in goods { try await content.createOrUpdate(item) }
        engines.append(content)
        #endif
        return engines
    }

    private func found(_ matches: FacetMatches<String>) -> [String] {
        matches.map { "\($0.highlighted.marked("«", "»")) \($0.count)" }
    }

    @Test("Words of a value are found by the analyzer's rules, the last one as a prefix, and highlighted")
    func words() async throws {
        let draft = SearchDraft(Goods.query())
        for content in try await Self.engines() {
            #expect(
                found(try await content.facetValues(\.brand, matching: "aus", for: draft))
                    == ["«Aus» der Hölle 4", "«Auster», Inc. 3", "Paul «Auster» 2", "Jane «Austen» 1"])
            #expect(
                found(try await content.facetValues(\.brand, matching: "AUSTER p", for: draft))
                    == ["«Paul» «Auster» 2"])
            #expect(
                found(try await content.facetValues(\.brand, matching: "holl", for: draft))
                    == ["«Holle» 5", "Aus der «Hölle» 4"])
            #expect(found(try await content.facetValues(\.brand, matching: "書", for: draft)) == ["東京«書»籍 8"])
            #expect(found(try await content.facetValues(\.brand, matching: "uster", for: draft)) == [])
            #expect(
                found(try await content.facetValues(\.promotions, matching: "inc", for: draft))
                    == ["Auster, «Inc». 3"])
            // For a path, its last name.
            #expect(
                found(try await content.facetValues(\.category, matching: "paul", for: draft))
                    == ["Books > «Paul» Auster 2"])
        }
    }

    @Test("A text without a word returns the most frequent values")
    func noWord() async throws {
        let draft = SearchDraft(Goods.query())
        for content in try await Self.engines() {
            for text in ["", " ", "'"] {
                let matches = try await content.facetValues(
                    \.brand, matching: text, for: draft, maximumValues: 2)
                #expect(found(matches) == ["東京書籍 8", " 7"])
                #expect(!matches.isExhaustive)
            }
        }
    }

    @Test("The limit applies after the search, and reports whether there are more values")
    func limit() async throws {
        let draft = SearchDraft(Goods.query())
        for content in try await Self.engines() {
            let two = try await content.facetValues(\.brand, matching: "aus", for: draft, maximumValues: 2)
            #expect(two.map(\.value) == ["Aus der Hölle", "Auster, Inc."])
            #expect(!two.isExhaustive)
            let four = try await content.facetValues(\.brand, matching: "aus", for: draft, maximumValues: 4)
            #expect(four.count == 4)
            #expect(four.isExhaustive)
        }
    }

    @Test("The typed text and the refinements apply, except for a disjunctive facet's own refinement")
    func choices() async throws {
        var draft = SearchDraft(Goods.query().facet(\.color).facet(\.brand))
        draft.text = "red"
        draft.toggle(\.color, "Paul Auster")
        for content in try await Self.engines() {
            let colors = try await content.facetValues(\.color, matching: "auster", for: draft)
            #expect(found(colors) == ["«Auster», Inc. 1", "Paul «Auster» 1"])
            #expect(colors.filter(\.isRefined).map(\.value) == ["Paul Auster"])
            #expect(
                found(try await content.facetValues(\.brand, matching: "auster", for: draft))
                    == ["Paul «Auster» 1"])
        }
    }

    @Test("A facet search requests one item without fields, in one request")
    func request() async throws {
        let engine = InMemoryEngine()
        await engine.add(Goods.self, Self.goods)
        let draft = SearchDraft(Goods.query().facet(\.color).sort(by: \.name))
        _ = try await ContentClient(engine: engine).facetValues(\.brand, matching: "a", for: draft)
        let requests = await engine.requests
        #expect(requests.count == 1)
        var facet = FacetRequest("brand", maximumValues: 10)
        facet.matching = "a"
        #expect(requests.first?.facets == [facet])
        #expect(requests.first?.page == .page(1, size: 1))
        #expect(requests.first?.fields == [])
    }

    @Test("A facet of numbers cannot be searched by words")
    func numbers() async throws {
        for content in try await Self.engines() {
            await #expect(throws: QueryError.self) {
                try await content.facetValues(\.price, matching: "1", for: SearchDraft(Goods.query()))
            }
        }
    }
}
