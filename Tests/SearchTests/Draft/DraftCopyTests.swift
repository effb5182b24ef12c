import Quire
import QuireConformance
import QuireSearch
import Testing

/// Drafts are values, whatever their storage.
@Suite struct DraftCopyTests {
    private static let changes: [String: @Sendable (inout SearchDraft<Goods>) -> Void] = [
        "query": { $0.query = $0.query.facet(\.brand) },
        "a part of the query": { $0.query.request.facets = [] },
        "text": { $0.text = "whale" },
        "a letter": { $0.text.append("s") },
        "matching": { $0.matching = .wholeWords },
        "toleratesTypos": { $0.toleratesTypos = false },
        "substringFields": { $0.searchSubstrings(in: \.brand) },
        "refinements": { $0.toggle(\.color, "blue") },
        "levels": { $0.countLevels(\.lvl0, \.lvl1) },
        "filters": { $0.filter("price") { $0.price < 10 } },
        "sort": { $0.sort = [SortKey(.value("year"))] },
        "pageSize": { $0.pageSize = 7 },
        "firstPage": { $0.firstPage = 3 },
    ]

    @Test("A copy does not change when the original does", arguments: changes.keys.sorted())
    func copies(_ name: String) throws {
        let change = try #require(Self.changes[name])
        let fresh = SearchDraft(Goods.query().facet(\.color))
        var draft = SearchDraft(Goods.query().facet(\.color))
        let copy = draft
        change(&draft)
        #expect(copy == fresh)
        #expect(copy.hashValue == fresh.hashValue)
        #expect(draft != copy)
        var same = copy
        change(&same)
        #expect(same == draft)
        #expect(same.hashValue == draft.hashValue)
    }

    @Test("A printed draft shows its text and refinements, not its storage")
    func printing() {
        var draft = SearchDraft(Goods.query())
        draft.text = "whale"
        draft.pageSize = 7
        let text = String(describing: draft)
        #expect(text.hasPrefix("SearchDraft<Goods>(query: "))
        #expect(text.contains("text: \"whale\""))
        #expect(text.contains("pageSize: 7"))
        #expect(!text.contains("Shared"))
        #expect(!text.contains("DraftContent"))
    }
}
