import DraftSamples
import Foundation
import Quire
import QuireSearch
import Seeds
import Testing

/// Random drafts of search screens, natively and expanded, against plain Swift over the same goods: items, totals, every
/// count of every sort of facet, statistics; and the search inside the values of facets.
@Suite struct DraftConformanceTests {
    private static let goods = Goods.samples(60, seed: Seed.current)

    private static var documents: Documents {
        let lines = goods.map { good in
            var json = JSONWriter()
            good.write(to: &json)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return Documents(module: Goods.descriptor, lines: lines)
    }

    @Test("Items and all counts of random drafts are those that plain Swift finds", arguments: Engines.all)
    func random(_ subject: any EngineUnderTest) async throws {
        try await subject.withEngine(holding: [Self.documents]) { engine in
            let content = ContentClient(engine: engine)
            var random = SeededGenerator(seed: Seed.current)
            var counted = 0
            var refused = 0
            var differences = 0
            for number in 0..<120 {
                // A limit now and then: chosen values lie beyond it.
                let draft = RandomDraft(&random, maximumValues: number % 4 == 0 ? 2 : 100)
                for expanding in number % 3 == 0 ? [false, true] : [false] {
                    let plan = try SearchPlan(
                        draft.draft, page: 1, for: engine.capabilities, expanding: expanding)
                    if plan.requests.contains(where: { !subject.supports($0, engine) }) {
                        refused += 1
                        continue
                    }
                    let answer = try await plan.answer { try await content.answers(to: $0, of: Goods.self) }
                    let mistakes = draft.mistakes(in: answer, over: Self.goods)
                    #expect(
                        mistakes.isEmpty,
                        "\(subject.name), seed \(Seed.current): \(draft.steps), expanded: \(expanding)")
                    counted += 1
                    differences += mistakes.isEmpty ? 0 : 1
                }
            }
            print(
                "conformance: \(subject.testDescription): \(counted) drafts, \(differences) differences, "
                    + "\(refused) refused")
            #expect(counted > 0 || !engine.capabilities.facets)
            #expect(!engine.capabilities.facets || refused == 0)
        }
    }

    @Test("A search inside the values of a facet finds what plain Swift finds", arguments: Engines.all)
    func values(_ subject: any EngineUnderTest) async throws {
        try await subject.withEngine(holding: [Self.documents]) { engine in
            guard engine.capabilities.facets else { return }
            let content = ContentClient(engine: engine)
            var random = SeededGenerator(seed: Seed.current &+ 1)
            for _ in 0..<15 {
                let draft = RandomDraft(&random)
                let text = random.one(of: ["b", "bl", "caf", "acme s", "long", "c", "or", "red"])
                let colors = try await content.facetValues(\.color, matching: text, for: draft.draft)
                Self.check(colors, "color", text, draft, subject)
                let brands = try await content.facetValues(\.brand, matching: text, for: draft.draft)
                Self.check(brands, "brand", text, draft, subject)
            }
        }
    }

    /// The samples' values are cut into words by hand: letters and digits, without accents, in lower case.
    private static func check(
        _ matches: FacetMatches<String>, _ field: String, _ text: String, _ draft: RandomDraft,
        _ subject: any EngineUnderTest
    ) {
        let wanted = text.split(separator: " ").map(String.init)
        let expected = draft.plain.counts(of: field, among: goods).filter { value, _ in
            guard case .text(let bytes) = value, let last = wanted.last else { return false }
            let plain = String(decoding: bytes, as: UTF8.self)
                .replacingOccurrences(of: "\u{301}", with: "").replacingOccurrences(of: "\u{E9}", with: "e")
            let words = plain.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            return wanted.dropLast().allSatisfy(words.contains) && words.contains { $0.hasPrefix(last) }
        }
        var found: [PlainValue: Int] = [:]
        for match in matches { found[.text(Array(match.value.utf8))] = match.count }
        #expect(found == expected, "\(subject.name): \(text) in \(field), \(draft.steps)")
        #expect(matches.isExhaustive)
    }
}
