import Quire
import QuireConformance
import QuireSearch
import QuireTesting
import Seeds
import Testing

/// Random drafts compared with plain Swift over the same goods: items, totals, every count, statistics.
@Suite struct RandomDraftTests {
    private static let goods = Goods.samples(50, seed: 1)

    private static func engine() async -> ContentClient {
        let engine = InMemoryEngine()
        await engine.add(Goods.self, goods)
        return ContentClient(engine: engine)
    }

    @Test(
        "Items and all counts match plain Swift, natively and with the expansion", arguments: [100, 2])
    func random(maximumValues: Int) async throws {
        let content = await Self.engine()
        var random = SeededGenerator(seed: 20_240_229)
        for _ in 0..<50 {
            let draft = RandomDraft(&random, maximumValues: maximumValues)
            for expanding in [false, true] {
                let plan = try SearchPlan(
                    draft.draft, page: 1, for: content.engine.capabilities, expanding: expanding)
                let answer = try await plan.response { try await content.responses(to: $0, of: Goods.self) }
                let mistakes = draft.mistakes(in: answer, over: Self.goods)
                #expect(mistakes.isEmpty, "\(draft.steps), expanded: \(expanding)")
            }
        }
    }
}
