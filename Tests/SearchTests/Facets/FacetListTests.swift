import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// The values of a facet as a screen lists them (A30, A31).
@Suite struct FacetListTests {
    private func response(_ counts: [(String, Int)], isExhaustive: Bool = true) -> DraftResponse<Goods> {
        DraftResponse(
            items: [], pageInfo: PageInfo(page: 1, limit: 20, offset: 0, totalItems: 0),
            facets: [
                FacetResult(
                    field: "color", counts: counts.map { FacetCount(.string($0), $1) },
                    isExhaustive: isExhaustive)
            ])
    }

    private let counts = [("green", 5), ("Blue", 5), ("red", 9), ("amber", 1), ("violet", 0)]

    private var draft: SearchDraft<Goods> {
        var draft = SearchDraft(Goods.query().facet(\.color))
        draft.toggle(\.color, "amber")
        draft.exclude(\.color, "violet")
        return draft
    }

    @Test(
        "Sort keys apply in order; ties go by the lowercased value",
        arguments: [
            ([FacetOrder.countDescending], ["red", "Blue", "green", "amber", "violet"]),
            ([.countAscending], ["violet", "amber", "Blue", "green", "red"]),
            ([.alphabetical], ["amber", "Blue", "green", "red", "violet"]),
            ([.reverseAlphabetical], ["violet", "red", "green", "Blue", "amber"]),
            ([.refinedFirst, .countDescending], ["amber", "violet", "red", "Blue", "green"]),
            ([.refinedFirst, .reverseAlphabetical], ["violet", "amber", "red", "green", "Blue"]),
            ([.refinedFirst], ["amber", "violet", "Blue", "green", "red"]),
            ([], ["amber", "Blue", "green", "red", "violet"]),
        ])
    func order(_ order: [FacetOrder], _ expected: [String]) {
        #expect(response(counts).facet(\.color, of: draft, by: order).map(\.value) == expected)
        // Independent of the order in the response.
        #expect(response(counts.reversed()).facet(\.color, of: draft, by: order).map(\.value) == expected)
    }

    @Test("Values that differ only in case or Unicode form are sorted by their bytes")
    func ties() {
        let same = [("b", 1), ("B", 1), ("cafe\u{301}", 1), ("caf\u{E9}", 1)]
        let list = response(same).facet(\.color, of: draft, by: [.alphabetical])
        #expect(
            list.map { Array($0.value.utf8) }
                == ["B", "b", "cafe\u{301}", "caf\u{E9}"].map { Array($0.utf8) })
    }

    @Test("A limit never removes chosen or excluded values")
    func limit() {
        let list = response(counts).facet(\.color, of: draft, by: [.countDescending], limit: 2)
        #expect(list.map(\.value) == ["red", "Blue", "amber", "violet"])
        #expect(list.hasMore)
        #expect(list.isExhaustive)
        #expect(!response(counts).facet(\.color, of: draft, limit: 5).hasMore)
        #expect(response(counts, isExhaustive: false).facet(\.color, of: draft).hasMore)
        #expect(response(counts).facet(\.color, of: draft, limit: 0).map(\.value) == ["amber", "violet"])
        #expect(response(counts).facet(\.color, of: draft, limit: -1).count == 2)
    }

    @Test("Pinned values come first in their order; hidden ones never appear")
    func pinned() {
        let list = response(counts).facet(
            \.color, of: draft, pinned: ["green", "absent", "amber"], hidden: ["red"])
        #expect(list.map(\.value) == ["green", "amber", "violet", "Blue"])
        let only = response(counts).facet(\.color, of: draft, pinned: ["green", "red"], onlyPinned: true)
        #expect(only.map(\.value) == ["green", "red"])
    }

    @Test("Values with a count of zero are shown if they are chosen or excluded, unless disabled")
    func empty() {
        let none = SearchDraft(Goods.query().facet(\.color))
        #expect(!response(counts).facet(\.color, of: none).map(\.value).contains("violet"))
        #expect(response(counts).facet(\.color, of: draft).map(\.value).contains("violet"))
        #expect(
            !response(counts).facet(\.color, of: draft, keepsEmpty: false).map(\.value).contains("violet"))
    }

    @Test("Each entry shows whether it is chosen")
    func entries() {
        let list = response(counts).facet(\.color, of: draft)
        #expect(list["amber"]?.isRefined == true)
        #expect(list["violet"]?.isExcluded == true)
        #expect(list["red"].map { $0.isRefined || $0.isExcluded } == false)
        #expect(list.refined == ["amber"])
        #expect(list.count(of: "red") == 9)
        #expect(list.count(of: "mauve") == nil)
    }

    @Test("A facet that was not requested is empty and not exhaustive")
    func unasked() {
        let list = response([]).facet(\.brand, of: draft)
        #expect(list.isEmpty)
        #expect(!list.isExhaustive)
        #expect(response([]).tree(\.category, of: draft).roots.isEmpty)
    }

    @Test("Numbers, Booleans and their statistics are typed")
    func typed() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: [9.5, 10, 10].map { Goods.Values(name: "a", price: $0, year: Int($0), inStock: $0 < 10) })
        let content = ContentClient(engine: engine)
        let draft = SearchDraft(Goods.query().facet(\.price).facet(\.inStock).facet(\.year))
        let answer = try await SearchPlan(draft, page: 1, for: engine.capabilities)
            .response { try await content.responses(to: $0, of: Goods.self) }
        let prices = answer.facet(\.price, of: draft, by: [.reverseAlphabetical])
        #expect(prices.map(\.value) == [10, 9.5])
        #expect(prices.statistics == FacetStatistics(count: 3, minimum: 9.5, maximum: 10, sum: 29.5))
        #expect(answer.facet(\.inStock, of: draft).map(\.value) == [false, true])
        #expect(answer.facet(\.year, of: draft, by: [.alphabetical]).map(\.value) == [9, 10])
    }
}
