import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// The exact requests that drafts create (A23 to A28, A32 to A34).
@Suite struct PlanTests {
    private let native = InMemoryEngine().capabilities

    private var expanding: EngineCapabilities {
        var engine = native
        engine.disjunctiveFacets = false
        return engine
    }

    private func leaf(
        _ operation: FilterOperation, _ field: String, _ value: FilterValue, _ type: WireType = .string
    ) -> Filter { .leaf(.init(operation, field, value: value, type: type)) }

    private func isAny(_ field: String, _ values: String...) -> Filter {
        leaf(.in, field, .list(values.map(FilterValue.string)))
    }

    @Test("A draft without text or refinements requests a page of everything")
    func plain() throws {
        let query = Goods.query().where(\.price < 5).sort(by: \.name)
        var draft = SearchDraft(query)
        draft.pageSize = 7
        let plan = try SearchPlan(draft, page: 3, for: native)
        #expect(plan.requests == [query.page(3, size: 7).request])
        #expect(plan == (try SearchPlan(draft, page: 3, for: native)))
    }

    @Test("A page or a page size below 1 is rejected")
    func pages() throws {
        var draft = SearchDraft(Goods.query())
        #expect(throws: QueryError.self) { try SearchPlan(draft, page: 0, for: native) }
        draft.pageSize = 0
        #expect(throws: QueryError.self) { try SearchPlan(draft, page: 1, for: native) }
    }

    @Test(
        "Values are ANDed for a conjunctive list, and ORed for a disjunctive facet or a field with one value")
    func refinements() throws {
        var draft = SearchDraft(Goods.query().facet(\.color).facet(\.promotions).facet(\.brand))
        // Not in the order of the requests: those sort fields by name and values by their bytes.
        draft.toggle(\.promotions, "on sale")
        draft.toggle(\.promotions, "coupon")
        draft.toggle(\.color, "green")
        draft.toggle(\.color, "Blue")
        draft.toggle(\.brand, "C")
        draft.toggle(\.brand, "Apple")
        let plan = try SearchPlan(draft, page: 1, for: native)
        #expect(plan.requests.count == 1)
        #expect(
            plan.requests[0].refinements == [
                FacetRefinement("brand", isAny("brand", "Apple", "C")),
                FacetRefinement("color", isAny("color", "Blue", "green")),
                FacetRefinement("promotions", isAny("promotions", "coupon")),
                FacetRefinement("promotions", isAny("promotions", "on sale")),
            ])
        #expect(plan.requests[0].facets.map(\.isDisjunctive) == [true, false, false])
        #expect(plan.requests[0].filter == nil)
    }

    @Test("The same choices in another order make the same requests")
    func deterministic() throws {
        var first = SearchDraft(Goods.query().facet(\.color).facet(\.promotions))
        var second = first
        first.toggle(\.color, "blue")
        first.toggle(\.color, "green")
        first.exclude(\.promotions, "coupon")
        first.filter("a") { $0.price < 5 }
        first.filter("b") { $0.year == 1990 }
        second.filter("b") { $0.year == 1990 }
        second.filter("a") { $0.price < 5 }
        second.exclude(\.promotions, "coupon")
        second.toggle(\.color, "green")
        second.toggle(\.color, "blue")
        for engine in [native, expanding] {
            #expect(
                try SearchPlan(first, page: 1, for: engine).requests
                    == SearchPlan(second, page: 1, for: engine).requests)
        }
    }

    @Test("The query's disjunctive setting overrides the schema")
    func declared() throws {
        var draft = SearchDraft(
            Goods.query().facet(\.promotions, disjunctive: true).facet(\.color, disjunctive: false))
        draft.toggle(\.promotions, "coupon")
        draft.toggle(\.promotions, "on sale")
        draft.toggle(\.color, "blue")
        let plan = try SearchPlan(draft, page: 1, for: expanding)
        #expect(
            plan.requests[0].refinements == [
                FacetRefinement("color", isAny("color", "blue")),
                FacetRefinement("promotions", isAny("promotions", "coupon", "on sale")),
            ])
        #expect(plan.requests.dropFirst().map { $0.facets.map(\.field) } == [["promotions"]])
    }

    @Test("Exclusions are ANDed, or are alternatives of a disjunctive facet's values")
    func exclusions() throws {
        var draft = SearchDraft(Goods.query().facet(\.sizes).facet(\.promotions))
        draft.exclude(\.promotions, "on sale")
        draft.exclude(\.promotions, "coupon")
        draft.exclude(\.sizes, "XL")
        #expect(
            try SearchPlan(draft, page: 1, for: native).requests[0].refinements == [
                FacetRefinement(
                    "promotions", leaf(.notIn, "promotions", .list([.string("coupon"), .string("on sale")]))),
                FacetRefinement("sizes", leaf(.notIn, "sizes", .list([.string("XL")]))),
            ])
        draft.clearRefinements()
        draft.exclude(\.sizes, "S", inGroup: true)
        draft.exclude(\.sizes, "M", inGroup: true)
        let without = { (size: String) in self.leaf(.notIn, "sizes", .list([.string(size)])) }
        #expect(
            try SearchPlan(draft, page: 1, for: native).requests[0].refinements == [
                FacetRefinement("sizes", .or([without("M"), without("S")]))
            ])
        draft.refine(\.sizes, "L")
        #expect(
            try SearchPlan(draft, page: 1, for: native).requests[0].refinements == [
                FacetRefinement("sizes", .or([isAny("sizes", "L"), without("M"), without("S")]))
            ])
    }

    @Test(
        "The expansion adds one request for each refined disjunctive facet, without its own refinement"
    )
    func expansion() throws {
        let query = Goods.query().where(\.name != "x").facet(\.color).facet(\.sizes).facet(\.promotions)
            .facet(\.price)
            .sort(by: \.name)
        var draft = SearchDraft(query)
        draft.text = "shoe"
        draft.filter("year") { $0.year >= 1990 }
        draft.toggle(\.color, "blue")
        draft.toggle(\.promotions, "coupon")
        draft.toggle(\.price) { $0 < 10 }
        draft.toggle(\.price) { $0.between(10...20) }
        let requests = try SearchPlan(draft, page: 2, for: expanding).requests
        let color = FacetRefinement("color", isAny("color", "blue"))
        let price = FacetRefinement(
            "price",
            .or([
                leaf(.less, "price", .number(10), .number),
                leaf(.between, "price", .list([.number(10), .number(20)]), .number),
            ]))
        let promotions = FacetRefinement("promotions", isAny("promotions", "coupon"))
        #expect(requests.count == 3)
        #expect(requests[0].refinements == [color, price, promotions])
        #expect(requests[0].facets.map(\.field) == ["color", "sizes", "promotions", "price"])
        #expect(requests[0].facets.allSatisfy { !$0.isDisjunctive })
        #expect(requests[0].page == .page(2, size: 20))
        #expect(requests[0].sort == query.request.sort)
        #expect(requests[1].facets == [FacetRequest("color")])
        #expect(requests[1].refinements == [price, promotions])
        #expect(requests[2].facets == [FacetRequest("price")])
        #expect(requests[2].refinements == [color, promotions])
        for request in requests {
            // Each request contains the user's own conditions, the named filters and the text.
            #expect(
                request.filter
                    == .and([
                        leaf(.notEqual, "name", .string("x")),
                        leaf(.greaterOrEqual, "year", .integer(1990), .number),
                    ]))
            #expect(request.decidedText == requests[0].decidedText)
            #expect(request.text?.query == .all("shoe"))
        }
        for request in requests.dropFirst() {
            #expect(request.page == .page(1, size: 1))
            #expect(request.fields == [])
            #expect(request.sort.isEmpty)
            #expect(!request.countsTotal)
            #expect(request.decoding.mode == .lenient)
        }
        #expect(
            try SearchPlan(draft, page: 2, for: native, expanding: true).requests == requests,
            "forced on an engine that does not need it")
    }

    @Test("Later pages count nothing, and keep the refinements")
    func laterPages() throws {
        var draft = SearchDraft(Goods.query().facet(\.color))
        draft.toggle(\.color, "blue")
        let requests = try SearchPlan(draft, page: 2, counts: false, for: expanding).requests
        #expect(requests.count == 1)
        #expect(requests[0].facets.isEmpty)
        #expect(requests[0].refinements == [FacetRefinement("color", isAny("color", "blue"))])
    }

    @Test("Facets that were not requested are not counted, but still restrict the results")
    func unasked() throws {
        var draft = SearchDraft(Goods.query())
        draft.toggle(\.color, "blue")
        let requests = try SearchPlan(draft, page: 1, for: expanding).requests
        #expect(requests.count == 1)
        #expect(requests[0].facets.isEmpty)
        #expect(requests[0].refinements.count == 1)
    }

    @Test("Choosing a path includes everything below it, and counts the levels along it")
    func paths() throws {
        var draft = SearchDraft(Goods.query().facet(\.category))
        #expect(try SearchPlan(draft, page: 1, for: native).requests[0].facets[0].openPaths == [])
        draft.toggle(\.category, "Clothing > Men")
        let request = try SearchPlan(draft, page: 1, for: native).requests[0]
        #expect(request.facets[0].openPaths == ["Clothing", "Clothing > Men"])
        #expect(request.facets[0].isDisjunctive)
        #expect(request.refinements == [FacetRefinement("category", paths: ["Clothing > Men"])])
        #expect(
            request.refinements[0].filter
                == .or([
                    isAny("category", "Clothing > Men"),
                    leaf(.hasPrefix, "category", .string("Clothing > Men > ")),
                ]))
    }

    @Test("On an engine without facets, refinements become part of the filter")
    func withoutFacets() throws {
        var engine = native
        engine.facets = false
        engine.disjunctiveFacets = false
        var draft = SearchDraft(Goods.query().where(\.price < 5))
        draft.toggle(\.color, "blue")
        let request = try SearchPlan(draft, page: 1, for: engine).requests[0]
        #expect(request.refinements.isEmpty)
        #expect(request.filter == .and([leaf(.less, "price", .number(5), .number), isAny("color", "blue")]))
    }

    @Test("A refinement of an unknown field is rejected, not ignored")
    func unknownField() throws {
        var draft = SearchDraft(Goods.query())
        draft.refinements.add(.string("a"), of: "colour")
        let request = try SearchPlan(draft, page: 1, for: native).requests[0]
        #expect(throws: QueryError.self) { try request.check(for: native) }
        var engine = native
        engine.facets = false
        let melted = try SearchPlan(draft, page: 1, for: engine).requests[0]
        #expect(melted.filter == .and([isAny("colour", "a")]))
    }

    @Test("Text without a word finds everything, and keeps the query's own search settings")
    func text() throws {
        var draft = SearchDraft(Goods.query().search(in: \.name))
        draft.text = "  "
        draft.toleratesTypos = false
        draft.matching = .wholeWords
        let text = try #require(try SearchPlan(draft, page: 1, for: native).requests[0].text)
        #expect(text.query == .all("  ", matching: .wholeWords))
        #expect(text.fields == ["name"])
        #expect(text.emptyFindsAll)
        #expect(text.mode == .asTyped)
    }

    @Test("Without full text, each word is searched in the fields that the draft names")
    func substrings() throws {
        var engine = native
        engine.fullText = false
        var draft = SearchDraft(Goods.query())
        draft.searchSubstrings(in: \.name)
        draft.searchSubstrings(in: \.color)
        draft.text = " red  sho"
        let like = { (field: String, word: String) in self.leaf(.like, field, .string(word)) }
        let request = try SearchPlan(draft, page: 1, for: engine).requests[0]
        #expect(request.text == nil)
        #expect(
            request.filter
                == .and([
                    .or([like("name", "red"), like("color", "red")]),
                    .or([like("name", "sho"), like("color", "sho")]),
                ]))
        draft.text = " "
        #expect(try SearchPlan(draft, page: 1, for: engine).requests[0].filter == nil)
        draft.substringFields = []
        draft.text = "red"
        let refused = try SearchPlan(draft, page: 1, for: engine).requests[0]
        #expect(throws: UnsupportedError.self) { try refused.check(for: engine) }
    }
}
