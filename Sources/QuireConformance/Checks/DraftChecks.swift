import Foundation
import QuireCore
import QuireEngine
internal import QuireSearch

/// Random drafts of search screens, natively and expanded, compared with plain Swift over the same goods: items,
/// totals, counts of every kind of facet, statistics, and the search inside facet values.
enum DraftChecks {
    static let all = [
        ConformanceCheck(.drafts, "random drafts", over: tables, run: random),
        ConformanceCheck(.drafts, "the search inside a facet's values", over: tables, run: values),
    ]

    private static func goods(_ options: ConformanceOptions) -> [Good] {
        Goods.samples(60, seed: options.seed)
    }

    @Sendable private static func tables(_ options: ConformanceOptions) -> [DocumentTable] {
        let lines = goods(options).map { good in
            var json = JSONWriter()
            good.write(to: &json)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return [DocumentTable(Goods.descriptor, lines: lines, tidyLines: lines)]
    }

    private static func random(_ examination: Examination) async throws {
        let engine = examination.engine
        let goods = goods(examination.options)
        let content = ContentClient(engine: engine)
        var random = Draws(seed: examination.options.seed)
        for number in 0..<120 where !examination.isFull {
            // Sometimes a limit, so that chosen values lie beyond it.
            let draft = RandomDraft(&random, maximumValues: number % 4 == 0 ? 2 : 100)
            for expanding in number % 3 == 0 ? [false, true] : [false] {
                let plan = try SearchPlan(
                    draft.draft, page: 1, for: engine.capabilities, expanding: expanding)
                var isSupported = true
                for request in plan.requests where isSupported {
                    isSupported = try await examination.supports(request)
                }
                guard isSupported else { continue }
                let response = try await plan.response { try await content.responses(to: $0, of: Goods.self) }
                examination.expect(
                    draft.mistakes(in: response, over: goods), equals: [],
                    for: "\(draft.steps), expanded: \(expanding)")
            }
        }
        guard engine.capabilities.facets else { return }
        if examination.refused > 0 {
            examination.note(
                "random drafts", expected: "no rejections by an engine with facets",
                found: "\(examination.refused) refusals")
        }
    }

    private static func values(_ examination: Examination) async throws {
        guard examination.engine.capabilities.facets else { return }
        let content = examination.client
        let goods = goods(examination.options)
        var random = Draws(seed: examination.options.seed &+ 1)
        for _ in 0..<15 where !examination.isFull {
            let draft = RandomDraft(&random)
            let text = random.one(of: ["b", "bl", "caf", "acme s", "long", "c", "or", "red"])
            let colors = try await content.facetValues(\.color, matching: text, for: draft.draft)
            check(colors, of: "color", matching: text, for: draft, over: goods, examination)
            let brands = try await content.facetValues(\.brand, matching: text, for: draft.draft)
            check(brands, of: "brand", matching: text, for: draft, over: goods, examination)
        }
    }

    /// The samples' values are split into words independently: letters and digits, without accents, in lower case.
    private static func check(
        _ matches: FacetMatches<String>, of field: String, matching text: String, for draft: RandomDraft,
        over goods: [Good], _ examination: Examination
    ) {
        let textWords = text.split(separator: " ").map(String.init)
        let expected = draft.plain.counts(of: field, among: goods).filter { value, _ in
            guard case .text(let bytes) = value, let last = textWords.last else { return false }
            let plain = String(decoding: bytes, as: UTF8.self)
                .replacingOccurrences(of: "\u{301}", with: "").replacingOccurrences(of: "\u{E9}", with: "e")
            let words = plain.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            return textWords.dropLast().allSatisfy(words.contains) && words.contains { $0.hasPrefix(last) }
        }
        var counts: [PlainValue: Int] = [:]
        for match in matches { counts[.text(Array(match.value.utf8))] = match.count }
        examination.expect(
            counts, equals: expected, for: "values of \(field) that match \"\(text)\": \(draft.steps)")
        examination.expect(
            matches.isExhaustive, equals: true,
            for: "whether all values of \(field) that match \"\(text)\" are shown")
    }
}
