import Foundation
import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// Facets in the order that an editor or a service defines.
@Suite(.timeLimit(.minutes(10))) struct FacetArrangementTests {
    private static let rendering = """
        {"facetOrdering":{"facets":{"order":["year","brand","color","brand"]},"values":{
          "color":{"order":["green","mauve"],"hide":["red"],"sortRemainingBy":"alpha"},
          "year":{"order":["1984"],"sortRemainingBy":"hidden"},
          "inStock":{"order":["true"],"sortRemainingBy":"count"},
          "brand":{"sortRemainingBy":"luck"}}},"redirect":{"url":"/"}}
        """

    private func arrangement(_ json: String = rendering) throws -> FacetArrangement {
        try JSONDecoder().decode(FacetArrangement.self, from: Data(json.utf8))
    }

    private func state(_ change: (inout SearchDraft<Goods>) -> Void = { _ in }) async -> SearchState<Goods> {
        let engine = InMemoryEngine()
        let colors = ["violet", "red", "red", "green", "amber", "amber", "amber"]
        await engine.add(
            Goods.self,
            values: colors.enumerated().map {
                Goods.Values(name: "a", color: $1, year: $0 < 4 ? 1984 : 1999, inStock: $0 == 0)
            })
        let session = SearchSession(
            Goods.query().facet(\.color).facet(\.year).facet(\.inStock), on: engine)
        session.edit(change)
        session.search()
        return await session.settled()
    }

    @Test("Counted facets come in the defined order, each once")
    func fields() async throws {
        #expect(try arrangement().fields(of: await state().facets) == ["year", "color"])
    }

    @Test("Values: pinned ones first in their order, others by count or name, hidden ones never")
    func values() async throws {
        let state = await state()
        let arrangement = try arrangement()
        #expect(state.facet(\.color, arranged: arrangement).map(\.value) == ["green", "amber", "violet"])
        // Numbers and Booleans are written as strings.
        #expect(state.facet(\.year, arranged: arrangement).map(\.value) == [1984])
        #expect(state.facet(\.inStock, arranged: arrangement).map(\.value) == [true, false])
        // The arrangement does not mention the facet.
        let silent = FacetArrangement(facets: ["color"])
        #expect(state.facet(\.color, arranged: silent).map(\.value) == ["amber", "red", "green", "violet"])
        #expect(state.facet(\.color, arranged: silent, limit: 1).map(\.value) == ["amber"])
    }

    @Test("Chosen values keep their positions, also with a count of zero and beyond the limit")
    func chosen() async throws {
        let state = await state {
            $0.toggle(\.color, "violet")
            $0.filter("new") { $0.year > 1990 }
        }
        let list = state.facet(\.color, arranged: try arrangement(), limit: 1)
        #expect(list.map(\.value) == ["amber", "violet"])
        #expect(list["violet"]?.isRefined == true && list.count(of: "violet") == 0)
    }

    @Test("An arrangement is read with or without its envelope and with any part missing, and round-trips")
    func coding() throws {
        let arrangement = try arrangement()
        #expect(arrangement.values["brand"] == FacetArrangement.Values())
        let copy = try JSONDecoder().decode(
            FacetArrangement.self, from: JSONEncoder().encode(arrangement))
        #expect(copy == arrangement)
        let bare = try self.arrangement(#"{"facets":{"order":["a"]}}"#)
        #expect(bare == FacetArrangement(facets: ["a"]))
        #expect(try self.arrangement("{}") == FacetArrangement())
        #expect(try self.arrangement(#"{"facetOrdering":{"facets":{}}}"#) == FacetArrangement())
        #expect(throws: DecodingError.self) { try self.arrangement(#"{"facetOrdering":[]}"#) }
        #expect(throws: DecodingError.self) {
            try self.arrangement(#"{"facetOrdering":{"facets":{"order":[1]}}}"#)
        }
    }
}
