import Foundation
import Quire
import QuireConformance
import QuireSearch
import Testing

/// Choices from facets (A22 and A24, with their defects corrected).
@Suite struct RefinementTests {
    private var draft = SearchDraft(Goods.query().facet(\.color).facet(\.promotions))

    @Test("Values keep the order in which they were chosen, each once")
    mutating func orderOfChoice() {
        draft.refine(\.promotions, "on sale")
        draft.refine(\.promotions, "coupon")
        draft.refine(\.promotions, "on sale")
        #expect(draft.refinedValues(\.promotions) == ["on sale", "coupon"])
    }

    @Test("Toggling a value twice removes everything, including the facet")
    mutating func lastValueDropsTheFacet() {
        let isOn1 = draft.toggle(\.color, "blue")
        #expect(isOn1)
        #expect(draft.isRefined(\.color, "blue"))
        let isOn2 = draft.toggle(\.color, "blue")
        #expect(!isOn2)
        #expect(draft.refinements == Refinements())
        #expect(draft.refinements["color"] == nil)
        #expect(draft == SearchDraft(draft.query))
    }

    @Test("Two Unicode forms of one character are two values")
    mutating func bytes() {
        draft.toggle(\.color, "caf\u{E9}")
        #expect(!draft.isRefined(\.color, "cafe\u{301}"))
        draft.toggle(\.color, "cafe\u{301}")
        #expect(
            draft.refinedValues(\.color).map { Array($0.utf8) } == [
                Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8),
            ])
        var other = draft
        other.toggle(\.color, "cafe\u{301}")
        #expect(other != draft)
        draft.unrefine(\.color, "caf\u{E9}")
        #expect(draft.isRefined(\.color, "cafe\u{301}"))
        // Drafts that differ in Unicode form are two drafts.
        #expect(other.refinements != draft.refinements)
    }

    @Test("An excluded value is not chosen, and a chosen one is not excluded")
    mutating func exclusion() {
        draft.refine(\.color, "blue")
        draft.exclude(\.color, "blue")
        #expect(draft.isExcluded(\.color, "blue"))
        #expect(!draft.isRefined(\.color, "blue"))
        draft.exclude(\.color, "blue", inGroup: true)
        #expect(draft.refinements["color"]?.excluded == [])
        #expect(draft.refinements["color"]?.excludedInGroup == [.string("blue")])
        draft.refine(\.color, "blue")
        #expect(!draft.isExcluded(\.color, "blue"))
        draft.exclude(\.color, "blue")
        draft.unrefine(\.color, "blue")
        #expect(draft.refinements.isEmpty)
    }

    @Test("A leading minus and a colon are part of a value, not syntax")
    mutating func signs() {
        draft.toggle(\.color, "-red")
        draft.toggle(\.color, "a:b")
        #expect(draft.refinedValues(\.color) == ["-red", "a:b"])
        #expect(!draft.isExcluded(\.color, "red"))
    }

    @Test("Clearing a facet clears only its values, exclusions and ranges")
    mutating func clearing() {
        draft.toggle(\.color, "blue")
        draft.refine(\.price) { $0 >= 5 }
        draft.exclude(\.price, 7)
        draft.text = "shoe"
        draft.filter("stock") { $0.inStock == true }
        draft.clearRefinements(of: \.price)
        #expect(draft.refinements.choices.map(\.field) == ["color"])
        draft.toggle(\.promotions, "coupon")
        draft.clearRefinements()
        #expect(draft.refinements.isEmpty)
        #expect(draft.text == "shoe")
        #expect(draft.filters.count == 1)
    }

    @Test("A range replaces the previous one; update changes one bound; toggle adds another")
    mutating func ranges() {
        func year(_ operation: FilterOperation, _ year: Int64) -> Filter {
            .leaf(.init(operation, "year", value: .integer(year), type: .number))
        }
        draft.refine(\.year) {
            $0 >= 1990
            $0 < 2000
        }
        #expect(
            draft.refinements["year"]?.conditions == [.and([year(.greaterOrEqual, 1990), year(.less, 2000)])])
        draft.update(\.year) { $0 >= 1980 }
        #expect(
            draft.refinements["year"]?.conditions == [.and([year(.less, 2000), year(.greaterOrEqual, 1980)])])
        draft.refine(\.year) { $0 > 2010 }
        #expect(draft.refinements["year"]?.conditions == [year(.greater, 2010)])
        let isOn3 = draft.toggle(\.year) { $0 < 2020 }
        #expect(isOn3)
        #expect(draft.isRefined(\.year) { $0 < 2020 })
        #expect(draft.refinements["year"]?.conditions == [year(.greater, 2010), year(.less, 2020)])
        let isOn4 = draft.toggle(\.year) { $0 > 2010 }
        #expect(!isOn4)
        #expect(draft.refinements["year"]?.conditions == [year(.less, 2020)])
        let from: Int? = nil
        draft.refine(\.year) { if let from { $0 >= from } }
        #expect(draft.refinements.isEmpty)
    }

    @Test("Choosing a path again selects its parent, and clearing clears the whole path")
    mutating func paths() {
        draft.toggle(\.category, "Clothing > Men > Hats")
        #expect(draft.refinedValues(\.category) == ["Clothing > Men > Hats"])
        for path in ["Clothing", "Clothing > Men", "Clothing > Men > Hats"] {
            #expect(draft.isRefined(\.category, path))
        }
        #expect(!draft.isRefined(\.category, "Clothing > Women"))
        #expect(!draft.isRefined(\.category, "Cloth"))
        let isOn5 = draft.toggle(\.category, "Clothing > Men > Hats")
        #expect(!isOn5)
        #expect(draft.refinedValues(\.category) == ["Clothing > Men"])
        let isOn6 = draft.toggle(\.category, "Clothing > Women")
        #expect(isOn6)
        let isOn7 = draft.toggle(\.category, "Clothing")
        #expect(isOn7)
        let isOn8 = draft.toggle(\.category, "Clothing")
        #expect(!isOn8)
        #expect(draft.refinements.isEmpty)
        draft.refine(\.category, "Clothing > Men > Hats")
        draft.unrefine(\.category, "Clothing > Men")
        #expect(draft.refinedValues(\.category) == ["Clothing"])
        draft.refine(\.category, "Clothing > Men > Hats")
        draft.clearRefinements(of: \.category)
        #expect(draft.refinements.isEmpty)
    }

    @Test("A path with very many levels is cheap, and is one name from level 32 on")
    mutating func hostilePath() {
        let path = String(repeating: "a > ", count: 100_000) + "b"
        draft.toggle(\.category, path)
        #expect(draft.isRefined(\.category, "a"))
        draft.toggle(\.category, path)
        let parent = draft.refinedValues(\.category).first ?? ""
        #expect(parent.utf8.count == 31 * 4 + 1)
    }

    @Test("A named filter is replaced by name, and removed by name or by an empty condition")
    mutating func filters() {
        draft.filter("price") { $0.price < 10 }
        draft.filter("price") { $0.price < 20 }
        #expect(draft.filters == ["price": .leaf(.init(.less, "price", value: .number(20), type: .number))])
        draft.filterAny("label") {
            $0.color != "blue"
            $0.brand == nil
        }
        #expect(
            draft.filters["label"]
                == .or([
                    .leaf(.init(.notEqual, "color", value: .string("blue"), type: .string)),
                    .leaf(.init(.equal, "brand", value: .null, type: .null)),
                ]))
        draft.removeFilter("label")
        let most: Double? = nil
        draft.filter("price") { if let most { $0.price < most } }
        #expect(draft.filters.isEmpty)
    }

    @Test("A sort order replaces the previous one")
    mutating func order() {
        draft.sort(by: \.name)
        draft.sort(by: \.updatedAt, .descending, nulls: .last)
        #expect(draft.sort == [SortKey(.metadata("updatedAt"), .descending, nulls: .last)])
    }
}
