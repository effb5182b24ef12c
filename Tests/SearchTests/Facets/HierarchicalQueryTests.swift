import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// Hierarchical facets of plain queries, without a draft.
@Suite struct HierarchicalQueryTests {
    private static let shelves: [[String]] = [
        ["Fiction > Fantasy", "Fiction > Crime"], ["Fiction > Fantasy > Epic"], ["Fiction"],
        ["History", "Fiction > Crime"],
        ["Fictional"], [],
    ]

    private static func content() async -> ContentClient {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: shelves.enumerated().map { Goods.Values(name: "item \($0)", shelves: $1) })
        return ContentClient(engine: engine)
    }

    @Test("Every prefix of a path is counted, each item once")
    func counts() async throws {
        let page = try await Self.content().fetch(Goods.query().facet(\.shelves))
        #expect(
            page.facet(\.shelves).map { "\($0.value) \($0.count)" } == [
                "Fiction 4", "Fiction > Crime 2", "Fiction > Fantasy 2", "Fiction > Fantasy > Epic 1",
                "Fictional 1", "History 1",
            ])
    }

    @Test("Items under any of the paths are found; the counts include sibling values")
    func refine() async throws {
        let content = await Self.content()
        let page = try await content.fetch(
            Goods.query().facet(\.shelves).refine(\.shelves, to: ["Fiction > Fantasy", "History"]).sort(
                by: \.name))
        #expect(page.map(\.name) == ["item 0", "item 1", "item 3"])
        #expect(page.facet(\.shelves).count(of: "Fiction") == 4)
        let conjunctive = try await content.fetch(
            Goods.query().facet(\.shelves, disjunctive: false).refine(\.shelves, to: ["Fiction > Fantasy"]))
        #expect(conjunctive.facet(\.shelves).count(of: "Fiction") == 2)
        let all = try await content.count(Goods.query().refine(\.shelves, to: []))
        #expect(all == 6)
    }

    @Test("Only the children of open paths are listed, and the limit counts only them")
    func openPaths() async throws {
        var query = Goods.query().facet(\.shelves, maximumValues: 4)
        query.request.facets[0].openPaths = ["Fiction"]
        let facet = try await Self.content().fetch(query).facet(\.shelves)
        #expect(facet.map(\.value) == ["Fiction", "Fiction > Crime", "Fiction > Fantasy", "Fictional"])
        #expect(!facet.isExhaustive)
        query.request.facets[0].openPaths = []
        #expect(
            try await Self.content().fetch(query).facet(\.shelves).map(\.value) == [
                "Fiction", "Fictional", "History",
            ])
    }

    @Test("Paths of other facets, and words for facets without texts, are rejected")
    func refused() throws {
        let engine = InMemoryEngine().capabilities
        func check(_ change: (inout SearchRequest) -> Void) throws {
            var request = Goods.query().facet(\.color).facet(\.price).request
            change(&request)
            try request.check(for: engine)
        }
        try check { _ in }
        #expect(throws: QueryError.self) {
            try check { $0.refinements = [FacetRefinement("color", paths: ["a"])] }
        }
        #expect(throws: QueryError.self) { try check { $0.facets[0].openPaths = [] } }
        #expect(throws: QueryError.self) { try check { $0.facets[1].matching = "1" } }
    }
}
