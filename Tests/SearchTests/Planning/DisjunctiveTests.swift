import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Testing

/// The counts that the integration tests of InstantSearch and its client expect for disjunctive facets, over the same
/// records; on an engine that counts them natively, and with the 1 + D expansion.
@Suite struct DisjunctiveTests {
    /// Category, colour, promotions.
    private static let shelf: [(String, String?, [String])] = [
        ("shoe", "red", ["free shipping", "free return"]), ("shoe", "green", ["free shipping", "on sale"]),
        ("shoe", "green", ["free return", "on sale"]), ("shirt", "blue", ["coupon"]),
        ("shirt", "blue", ["free return", "on sale"]), ("shirt", "yellow", ["free return"]),
        ("hat", "blue", ["free return"]), ("hat", "yellow", ["free shipping"]),
        ("hat", nil, ["free shipping"]),
        ("hat", "orange", []), ("pant", nil, ["free shipping"]), ("pant", "orange", []),
    ]

    private func responses(
        _ change: (inout SearchDraft<Goods>) -> Void
    ) async throws -> [(draft: SearchDraft<Goods>, answer: DraftResponse<Goods>, requests: Int)] {
        let engine = InMemoryEngine()
        await engine.add(
            Goods.self,
            values: Self.shelf.map { Goods.Values(name: "a", color: $1, brand: $0, promotions: $2) })
        let content = ContentClient(engine: engine)
        var draft = SearchDraft(Goods.query().facet(\.brand).facet(\.color).facet(\.promotions))
        change(&draft)
        var responses: [(draft: SearchDraft<Goods>, answer: DraftResponse<Goods>, requests: Int)] = []
        for expanding in [false, true] {
            let plan = try SearchPlan(draft, page: 1, for: engine.capabilities, expanding: expanding)
            let answer = try await plan.response { try await content.responses(to: $0, of: Goods.self) }
            responses.append((draft, answer, plan.requests.count))
        }
        #expect(responses.map(\.requests) == [1, 2])
        return responses
    }

    private func counts<Value: FilterOperand>(_ list: FacetList<Value>) -> [String] {
        list.map { "\($0.value) \($0.count)" }
    }

    @Test("A chosen colour restricts the other facets, not the colours")
    func disjunctive() async throws {
        for (draft, answer, _) in try await responses({ $0.toggle(\.color, "blue") }) {
            #expect(counts(answer.facet(\.brand, of: draft)) == ["shirt 2", "hat 1"])
            #expect(
                counts(answer.facet(\.promotions, of: draft)) == ["free return 2", "coupon 1", "on sale 1"])
            #expect(
                counts(answer.facet(\.color, of: draft))
                    == ["blue 3", "green 2", "orange 2", "yellow 2", "red 1"])
        }
    }

    @Test("A conjunctive choice beside it restricts the colours")
    func both() async throws {
        let both = try await responses {
            $0.toggle(\.color, "blue")
            $0.toggle(\.promotions, "coupon")
        }
        for (draft, answer, _) in both {
            #expect(counts(answer.facet(\.brand, of: draft)) == ["shirt 1"])
            #expect(counts(answer.facet(\.promotions, of: draft)) == ["coupon 1"])
            #expect(counts(answer.facet(\.color, of: draft)) == ["blue 1"])
        }
    }

    @Test("With two values of a conjunctive list, each found item has both")
    func conjunctive() async throws {
        let chosen = try await responses {
            $0.toggle(\.color, "red")
            $0.toggle(\.color, "green")
            $0.toggle(\.promotions, "on sale")
            $0.toggle(\.promotions, "free shipping")
        }
        for (draft, answer, _) in chosen {
            #expect(answer.items.count == 1)
            #expect(counts(answer.facet(\.promotions, of: draft)) == ["free shipping 1", "on sale 1"])
            #expect(counts(answer.facet(\.color, of: draft)) == ["green 1", "red 0"])
        }
    }
}
