import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// How responses are merged (A29, A31, and the errors of its predecessors).
@Suite struct MergeTests {
    private typealias Response = SearchResponse<Good>

    private var expanding: EngineCapabilities {
        var engine = InMemoryEngine().capabilities
        engine.disjunctiveFacets = false
        return engine
    }

    private func response(_ facets: FacetResult..., total: Int? = nil) -> Response {
        var response = Response(
            items: [], pageInfo: PageInfo(page: 1, limit: 20, offset: 0, totalItems: total))
        response.facets = facets
        return response
    }

    private func colors(
        _ counts: [(String, Int)], isExhaustive: Bool = true, statistics: FacetStatistics? = nil
    ) -> FacetResult {
        FacetResult(
            field: "color", counts: counts.map { FacetCount(.string($0), $1) }, statistics: statistics,
            isExhaustive: isExhaustive)
    }

    private func counts(_ facet: FacetResult?) -> [String] {
        facet?.counts.map { entry in
            if case .string(let text) = entry.value { "\(text) \(entry.count)" } else { "?" }
        } ?? []
    }

    private func draft(_ colors: String...) -> SearchDraft<Goods> {
        var draft = SearchDraft(Goods.query().facet(\.color))
        for color in colors { draft.toggle(\.color, color) }
        return draft
    }

    @Test("A wrong number of responses is an error that names both numbers, not a crash")
    func wrongNumber() throws {
        let plan = try SearchPlan(draft("blue"), page: 1, for: expanding)
        #expect(plan.requests.count == 2)
        for answers in [[], [response()], [response(), response(), response()]] {
            #expect(throws: ResponseCountError.self) { try plan.merged(answers) }
            #expect(throws: ResponseCountError.self) { try plan.furtherRequests(after: answers) }
        }
        let whole = [response(colors([("blue", 1)])), response(colors([("blue", 1)]))]
        #expect(throws: ResponseCountError.self) { try plan.merged(whole, [response()]) }
    }

    @Test("A response without a requested facet is an error that names it")
    func missingFacet() throws {
        let plan = try SearchPlan(draft("blue"), page: 1, for: expanding)
        let error = #expect(throws: MissingFacetError.self) {
            try plan.merged([response(colors([("blue", 1)])), response()])
        }
        #expect(error?.field == "color")
        #expect(error?.engine == "memory")
    }

    @Test("Counts, statistics and exhaustiveness come from the response without the facet's own refinement")
    func counts() throws {
        let plan = try SearchPlan(draft("blue"), page: 1, for: expanding)
        let statistics = FacetStatistics(count: 2, minimum: 1, maximum: 2, sum: 3)
        let answer = try plan.merged([
            response(colors([("blue", 3)]), total: 3),
            response(
                colors([("blue", 3), ("green", 2)], isExhaustive: false, statistics: statistics), total: 1),
        ])
        #expect(counts(answer.facets.first) == ["blue 3", "green 2"])
        #expect(answer.facets.first?.statistics == statistics)
        #expect(!answer.areFacetsExhaustive)
        #expect(answer.pageInfo.totalItems == 3)
    }

    @Test("Chosen and excluded values without remaining items have a count of zero, each once")
    func zeros() throws {
        var draft = draft("blue", "caf\u{E9}", "cafe\u{301}")
        draft.exclude(\.color, "green")
        for engine in [expanding, InMemoryEngine().capabilities] {
            let plan = try SearchPlan(draft, page: 1, for: engine)
            let answer = try plan.merged(plan.requests.map { _ in response(colors([("red", 1)])) })
            #expect(counts(answer.facets.first).first == "red 1")
            #expect(answer.facets.first?.counts.count == 5)
            #expect(answer.facets.first?.counts.dropFirst().allSatisfy { $0.count == 0 } == true)
        }
    }

    @Test(
        "A chosen value beyond the limit has the first response's count if only values restrict the facet")
    func mainCount() throws {
        let plan = try SearchPlan(draft("rare"), page: 1, for: expanding)
        let responses = [
            response(colors([("rare", 2)])), response(colors([("blue", 9)], isExhaustive: false)),
        ]
        #expect(try plan.furtherRequests(after: responses) == [])
        #expect(counts(try plan.merged(responses).facets.first) == ["blue 9", "rare 2"])
        // An exclusion restricts the first response's count.
        var excluding = draft("rare")
        excluding.exclude(\.color, "red")
        let other = try SearchPlan(excluding, page: 1, for: expanding)
        #expect(try other.furtherRequests(after: responses).count == 2)
    }

    @Test(
        "Items without a value are counted by an extra request, beside the facet's own choices, in its text and order"
    )
    func missing() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: ["red", nil, nil, "blue"].enumerated().map {
                Goods.Values(name: $0 == 2 ? "shirt" : "long shirt", color: $1)
            })
        var draft = SearchDraft(
            Goods.query().facet(\.color, missing: true).sortMeta(by: \.createdAt))
        draft.text = "long shirt"
        draft.toggle(\.color, "red")
        for expanding in [false, true] {
            let plan = try SearchPlan(draft, page: 1, for: engine.capabilities, expanding: expanding)
            let content = ContentClient(engine: engine)
            let answer = try await plan.response { try await content.responses(to: $0, of: Goods.self) }
            #expect(answer.facets.first?.missing == 1)
            #expect(counts(answer.facets.first) == ["blue 1", "red 1"])
        }
        let later = try SearchPlan(draft, page: 2, counts: false, for: engine.capabilities)
        #expect(try later.furtherRequests(after: [response(colors([]))]).isEmpty)
    }

    @Test(
        "A chosen value beyond the limit is counted by an extra request, without the facet's own refinement")
    func furtherRequests() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: (0..<10).map {
                Goods.Values(name: "a", color: $0 < 8 ? "blue" : "rare", brand: $0 == 9 ? "C" : "D")
            })
        let content = ContentClient(engine: engine)
        var draft = SearchDraft(Goods.query().facet(\.color, maximumValues: 1))
        draft.toggle(\.color, "rare")
        draft.toggle(\.brand, "C")
        draft.toggle(\.brand, "D")
        let plan = try SearchPlan(draft, page: 1, for: engine.capabilities)
        var rounds: [Int] = []
        let answer = try await plan.response { requests in
            rounds.append(requests.count)
            return try await content.responses(to: requests, of: Goods.self)
        }
        #expect(Array(rounds) == [1, 1])
        #expect(counts(answer.facets.first) == ["blue 8", "rare 2"])
        #expect(answer.facets.first?.isExhaustive == false)
        let further = try #require(await engine.requests.last)
        #expect(further.refinements.map(\.field) == ["brand", "color"])
        #expect(further.facets.isEmpty)
        #expect(further.countsTotal)
        #expect(further.page == .page(1, size: 1))
        // No extra request if all values are listed.
        draft.query = Goods.query().facet(\.color)
        var again = 0
        _ = try await SearchPlan(draft, page: 1, for: engine.capabilities).response { requests in
            again += 1
            return try await content.responses(to: requests, of: Goods.self)
        }
        #expect(again == 1)
    }

    @Test("Facets keep the order of the query")
    func order() throws {
        var draft = SearchDraft(Goods.query().facet(\.sizes).facet(\.color))
        draft.toggle(\.color, "blue")
        let plan = try SearchPlan(draft, page: 1, for: expanding)
        let sizes = FacetResult(field: "sizes", counts: [], isExhaustive: true)
        let answer = try plan.merged([response(colors([]), sizes), response(colors([("blue", 1)]))])
        #expect(answer.facets.map(\.field) == ["sizes", "color"])
        #expect(counts(answer.facets.last) == ["blue 1"])
    }
}
