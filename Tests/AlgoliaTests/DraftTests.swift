import Foundation
import Quire
import QuireConformance
import QuireRemote
import QuireSearch
import Seeds
import Testing

@testable import QuireAlgolia

/// Random drafts of search screens over the loopback service, natively and expanded, compared with plain Swift over
/// the same goods.
@Suite struct DraftTests {
    private static let goods = Goods.samples(50, seed: 3)

    private static func loaded() async throws -> LoadedService {
        let loaded = try LoadedService {
            $0.replicas = []
            // The suite keeps all threads busy for a long time.
            $0.timeout = .seconds(900)
            $0.searchTimeout = .seconds(900)
            $0.writeTimeout = .seconds(900)
        }
        try await loaded.engine.prepare([Goods.descriptor])
        let instances = try goods.map { good in
            var json = JSONWriter()
            good.write(to: &json)
            return try JSONValue(parsing: Data(json.bytes))
        }
        for case let failure? in try await loaded.engine.store(instances, of: Goods.descriptor) {
            throw failure
        }
        return loaded
    }

    @Test("Items and all counts of random drafts match plain Swift")
    func random() async throws {
        let loaded = try await Self.loaded()
        let content = ContentClient(engine: loaded.engine)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            let draft = RandomDraft(&random)
            for expanding in [false, true] {
                let plan = try SearchPlan(
                    draft.draft, page: 1, for: content.engine.capabilities, expanding: expanding)
                let answer = try await plan.response { try await content.responses(to: $0, of: Goods.self) }
                let mistakes = draft.mistakes(in: answer, over: Self.goods)
                #expect(mistakes.isEmpty, "\(draft.steps), expanded: \(expanding)")
            }
        }
    }

    @Test("A search inside a facet's values scans the values that the service returns")
    func values() async throws {
        let loaded = try await Self.loaded()
        let content = ContentClient(engine: loaded.engine)
        let draft = SearchDraft(Goods.query())
        let matches = try await content.facetValues(\.color, matching: "cafe", for: draft)
        let expected = PlainChoices().counts(of: "color", among: Self.goods)
        #expect(
            Set(matches.map { Array($0.value.utf8) }) == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
        for match in matches { #expect(match.count == expected[.text(Array(match.value.utf8))]) }
        #expect(matches.isExhaustive)
    }

    @Test("Paths are filtered and counted by the paths in the records; an index without them is recreated")
    func paths() async throws {
        var request = SearchRequest(module: Goods.descriptor)
        request.facets = [FacetRequest("category")]
        request.refinements = [FacetRefinement("category", paths: ["Book"])]
        let loaded = try LoadedService { $0.replicas = [] }
        let text = try loaded.engine.explain(request)
        #expect(text.contains("filters=q_t_category%3As426f6f6b"))
        let plain = ModuleDescriptor(
            name: Goods.descriptor.name,
            fields: Goods.descriptor.fields.fields.map { field in
                var field = field
                if field.facet == .hierarchical { field.facet = .conjunctive }
                return field
            })
        #expect(loaded.engine.index(of: plain).shape != loaded.engine.index(of: Goods.descriptor).shape)
    }
}
