import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// The requests that facets and refinements create, and those that are rejected.
@Suite struct FacetRequestTests {
    @Test("A facet is disjunctive if the schema says so, unless the query overrides it")
    func facets() {
        let query = Books.query().facet(\.status).facet(\.tags, maximumValues: 5).facet(
            \.rank, disjunctive: false)
        #expect(
            query.request.facets == [
                FacetRequest("status", maximumValues: 100, isDisjunctive: true),
                FacetRequest("tags", maximumValues: 5, isDisjunctive: false),
                FacetRequest("rank", maximumValues: 100, isDisjunctive: false),
            ])
        #expect(
            query.facet(\.tags, disjunctive: true).request.facets.map(\.isDisjunctive) == [true, true, false])
    }

    @Test("Chosen values match any of them, or all of them for a conjunctive list")
    func values() {
        let red = Filter.leaf(.init(.in, "tags", value: .list([.string("red")]), type: .string))
        let blue = Filter.leaf(.init(.in, "tags", value: .list([.string("blue")]), type: .string))
        let either = Filter.leaf(
            .init(.in, "tags", value: .list([.string("red"), .string("blue")]), type: .string))
        let tags = ["red", "blue"]
        #expect(
            Books.query().refine(\.tags, to: tags).request.refinements == [.init("tags", .and([red, blue]))])
        #expect(Books.query().refine(\.tags, to: ["red"]).request.refinements == [.init("tags", red)])
        #expect(
            Books.query().facet(\.tags, disjunctive: true).refine(\.tags, to: tags).request.refinements
                == [.init("tags", either)])
        // A field with one value cannot have two: choosing two values means either of them.
        #expect(
            Books.query().facet(\.rank, disjunctive: false).refine(\.rank, to: [1, 2]).request.refinements
                == [
                    .init(
                        "rank",
                        .leaf(.init(.in, "rank", value: .list([.integer(1), .integer(2)]), type: .number)))
                ])
        #expect(
            Books.query().refine(\.status, to: [.live]).refine(\.author, to: ["a1"]).request.refinements == [
                .init("status", .leaf(.init(.in, "status", value: .list([.string("live")]), type: .string))),
                .init("author", .leaf(.init(.in, "author", value: .list([.string("a1")]), type: .string))),
            ])
    }

    @Test("Choosing no values, or a closure without conditions, does not restrict the query")
    func nothing() {
        let minimum: Int? = nil
        let query = Books.query().refine(\.tags, to: []).refine(\.status, to: []).refine(\.rank) {
            if let minimum { $0 >= minimum }
        }
        #expect(query == Books.query())
    }

    @Test("Conditions restrict a facet's field")
    func conditions() {
        let query = Books.query().refine(\.rank) {
            $0 >= 1; $0 < 5
        }
        #expect(
            query.request.refinements == [
                .init(
                    "rank",
                    .and([
                        .leaf(.init(.greaterOrEqual, "rank", value: .integer(1), type: .number)),
                        .leaf(.init(.less, "rank", value: .integer(5), type: .number)),
                    ]))
            ])
    }

    private static func check(_ request: SearchRequest) throws {
        try request.check(for: InMemoryEngine().capabilities)
    }

    @Test("An invalid facet is rejected, and the error lists the available facets")
    func refused() {
        let book = SearchRequest(module: Books.descriptor)
        func with(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
            var request = book
            change(&request)
            return request
        }
        let other = Filter.leaf(.init(.greater, "age", value: .integer(1), type: .number))
        let cases: [(SearchRequest, QueryError.Reason, String)] = [
            (with { $0.facets = [.init("titel")] }, .unknownProperty, "status, released"),
            (with { $0.facets = [.init("title")] }, .incompatibleOperation, "rank, status"),
            (with { $0.facets = [.init("rank", maximumValues: 0)] }, .incompatibleOperand, "1 to 1000"),
            (with { $0.facets = [.init("rank", maximumValues: 1001)] }, .incompatibleOperand, "1 to 1000"),
            (
                with { $0.facets = [.init("rank"), .init("tags"), .init("rank")] }, .incompatibleOperation,
                "once"
            ),
            (with { $0.refinements = [.init("title", other)] }, .incompatibleOperation, "rank, status"),
            (
                with { $0.refinements = [.init("rank", .and([.or([other])]))] }, .incompatibleOperation,
                ".where"
            ),
        ]
        for (request, reason, hint) in cases {
            let error = #expect(throws: QueryError.self) { try Self.check(request) }
            #expect(error?.reason == reason)
            #expect(error?.expected.contains(hint) == true, "\(error?.description ?? "")")
        }
        #expect(throws: Never.self) {
            try Self.check(
                with { $0.facets = [.init("rank", maximumValues: 1000), .init("tags", maximumValues: 1)] })
        }
    }

    @Test("An engine without facets rejects facets and their refinements")
    func unsupported() async throws {
        let memory = InMemoryEngine()
        let engine = LimitedEngine(memory) { $0.facets = false }
        let content = ContentClient(engine: engine)
        for (query, node) in [
            (Books.query().facet(\.rank), #"the facet "rank""#),
            (Books.query().refine(\.rank, to: [1]), #"a refinement of "rank""#),
        ] {
            let error = await #expect(throws: UnsupportedError.self) { try await content.fetch(query) }
            #expect(error?.node == node)
            #expect(throws: UnsupportedError.self) { try query.validate(on: engine) }
        }
        #expect(await memory.requests.isEmpty)
    }
}
