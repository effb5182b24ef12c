import Foundation
import Quire
import QuireRemote
import QuireSearch
import Testing

@testable import QuireConformance

/// Clusters index the paths of hierarchical facets, and recognise a collection without them.
@Suite struct PathIndexTests {
    /// The same goods, before their categories and shelves became hierarchical facets.
    private static let before = ModuleDescriptor(
        name: Goods.descriptor.name,
        fields: Goods.descriptor.fields.fields.map { field in
            var field = field
            if field.facet == .hierarchical { field.facet = .conjunctive }
            return field
        })

    private static let clusters = Engines.all.filter { ["Typesense", "OpenSearch"].contains($0.name) }

    @Test(
        "A collection created before a facet became hierarchical is rejected until it is recreated",
        arguments: clusters)
    func outdated(_ subject: any EngineUnderTest) async throws {
        let goods = Goods.samples(20, seed: 5)
        let lines = goods.map { good in
            var json = JSONWriter()
            good.write(to: &json)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        try await subject.withEngine(holding: [ConformanceDocuments(module: Self.before, lines: lines)]) {
            engine in
            let cluster = try #require(engine as? any SearchCluster)
            // Writes and searches with paths are rejected.
            let instance = try JSONValue(parsing: Data(lines[0].utf8))
            var isWriteRefused = false
            do {
                let failures = try await cluster.store([instance], of: Goods.descriptor)
                isWriteRefused = failures.contains { $0 != nil }
            } catch let error as CollectionError {
                isWriteRefused = error.reason == .otherSchema
            }
            #expect(isWriteRefused)
            var request = SearchRequest(module: Goods.descriptor)
            request.facets = [FacetRequest("category")]
            let error = await #expect(throws: CollectionError.self) { try await engine.page(request) }
            #expect(error?.reason == .otherSchema)

            try await cluster.prepare([Goods.descriptor])
            var draft = SearchDraft(Goods.query().facet(\.category).facet(\.shelves))
            draft.toggle(\.category, "Clothing")
            var plain = PlainChoices()
            plain.category = "Clothing"
            let content = ContentClient(engine: engine)
            let answer = try await SearchPlan(draft, page: 1, for: engine.capabilities)
                .response { try await content.responses(to: $0, of: Goods.self) }
            for facet in answer.facets {
                var found: [PlainValue: Int] = [:]
                for entry in facet.counts where entry.count > 0 {
                    if let value = PlainValue(entry.value) { found[value] = entry.count }
                }
                #expect(found == plain.counts(of: facet.field, among: goods), "\(facet.field)")
            }
            #expect(answer.pageInfo.totalItems == goods.count { plain.holds(of: $0) })
        }
    }
}
