import Foundation
import Quire
import QuireAlgolia
import Testing
import TransportDoubles

/// Counts, statistics and refinements, compared with the plain evaluator.
@Suite struct FacetTests {
    private static let all = ["age", "open", "status", "moods", "scores"].map { FacetRequest($0) }

    private static func check(_ loaded: LoadedService, _ request: SearchRequest) async throws {
        let page = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        let expected = try InstanceSearch(request).page(of: Things.instances)
        #expect(page.facets.map(\.sameToRounding) == expected.facets.map(\.sameToRounding))
        #expect(page.items.map(\.instanceID) == expected.instances.map(\.instanceID))
    }

    @Test("Counts and statistics belong to the result")
    func counts() async throws {
        let loaded = try await LoadedService.filled()
        for filter in [nil, Filter.leaf(.init(.greater, "age", value: .integer(0), type: .number)), .or([])] {
            var request = things(filter)
            request.page = .page(1, size: 1000)
            request.facets = Self.all
            try await Self.check(loaded, request)
        }
    }

    @Test("A disjunctive facet keeps the counts of the values outside its refinement")
    func disjunctive() async throws {
        let loaded = try await LoadedService.filled()
        func refinement(_ field: String, _ value: FilterValue) -> FacetRefinement {
            FacetRefinement(field, .leaf(.init(.in, field, value: .list([value]), type: .string)))
        }
        var request = things(.leaf(.init(.notEqual, "title", value: .string("Alpha"), type: .string)))
        request.page = .page(1, size: 1000)
        request.facets = [
            FacetRequest("status", isDisjunctive: true), FacetRequest("age", isDisjunctive: true),
            FacetRequest("moods"), FacetRequest("open", isDisjunctive: true),
        ]
        for refinements in [
            [], [refinement("status", .string("live"))],
            [refinement("status", .string("live")), refinement("age", .integer(5))],
            [refinement("moods", .string("live"))],
            // No item has both, but the disjunctive facets still count.
            [refinement("status", .string("live")), refinement("status", .string("draft"))],
        ] {
            request.refinements = refinements
            try await Self.check(loaded, request)
        }
    }

    @Test("Facets are returned with a page after a cursor, and count the whole result")
    func withCursor() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.facets = Self.all
        request.page = .cursor(nil, limit: 10)
        let first = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        request.page = .cursor(first.nextCursor, limit: 10)
        let second = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        #expect(first.facets == second.facets)
        #expect(first.facets.count == 5)
    }

    @Test("A limit returns the most frequent values, and reports that there are more")
    func limit() async throws {
        let loaded = try await LoadedService.filled()
        var request = things()
        request.facets = [FacetRequest("age", maximumValues: 2), FacetRequest("open", maximumValues: 2)]
        request.page = .page(1, size: 1)
        let page = try #require(
            try await loaded.engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        #expect(page.facets.map(\.counts.count) == [2, 2])
        #expect(page.facets.map(\.isExhaustive) == [false, true])
        // Then the service's own statistics are used.
        #expect(page.facets.first?.statistics?.minimum == -9_223_372_036_854_775_808)
        #expect(page.facets.first?.statistics?.maximum == 9_223_372_036_854_775_808)
    }

    @Test("A count that the service estimates is not reported as exact")
    func estimates() async throws {
        let response = """
            {"hits":[],"nbHits":7,"exhaustiveNbHits":false,"exhaustiveFacetsCount":false,\
            "facets":{"q_k_age":{"ip5":3,"h00":1,"nonsense":2}},\
            "facets_stats":{"q_n_age":{"min":1,"max":9,"avg":5,"sum":20}}}
            """
        let engine = AlgoliaEngine(
            applicationID: "A", apiKey: "k", transport: ScriptedTransport([.status(200, [:], response)]))
        var request = things()
        request.page = .page(1, size: 1)
        request.facets = [FacetRequest("age")]
        let page = try #require(
            try await engine.search([request], decoding: .instances(of: Things.descriptor)).first)
        #expect(page.pageInfo.totalItems == nil)
        #expect(
            page.facets == [
                FacetResult(
                    field: "age", counts: [FacetCount(.integer(5), 3)],
                    statistics: FacetStatistics(count: 4, minimum: 1, maximum: 9, sum: 20),
                    isExhaustive: false)
            ])
    }

    @Test("Values of a facet are searched by prefix, within the results")
    func valuesOfFacet() async throws {
        let loaded = try await LoadedService.filled()
        var request = things(.leaf(.init(.notEqual, "title", value: .string("Alpha"), type: .string)))
        request.refinements = [
            FacetRefinement("status", .leaf(.init(.equal, "status", value: .string("draft"), type: .string)))
        ]
        let values = try await loaded.engine.facetValues(of: "status", matching: "li", in: request)
        var all = things(request.filter)
        all.facets = [FacetRequest("status")]
        all.page = .page(1, size: 1)
        let expected = try InstanceSearch(all).page(of: Things.instances).facets[0].counts
        let counts = Dictionary(
            uniqueKeysWithValues: expected.compactMap { entry in
                if case .string(let text) = entry.value { (text, entry.count) } else { nil }
            })
        #expect(Set(values.map(\.value)) == ["live", "LIVE"])
        for value in values {
            #expect(value.count == counts[value.value])
            #expect(value.highlighted.marked("[", "]") == "[\(value.value)]")
        }
        await #expect(throws: UnsupportedError.self) {
            try await loaded.engine.facetValues(of: "age", matching: "1", in: request)
        }
        await #expect(throws: QueryError.self) {
            try await loaded.engine.facetValues(of: "title", matching: "1", in: request)
        }
    }
}

extension FacetResult {
    /// The result with its sum rounded to twelve digits: another order of additions rounds differently.
    var sameToRounding: FacetResult {
        var result = self
        if let sum = statistics?.sum, sum != 0 {
            let unit = pow(10, (log10(sum.magnitude) - 11).rounded(.down))
            result.statistics?.sum = (sum / unit).rounded()
        }
        return result
    }
}
