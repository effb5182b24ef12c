import Foundation
import Quire
import QuireCore
import QuireOpenSearch
import Testing

/// On an index that another program made, members of objects find, sort and count what the in-memory engine does.
@Suite struct ExistingMembersTests {
    typealias Form = ExistingWorksIndex.Form

    private static let trees = ProcessInfo.processInfo.environment["QUIRE_SOAK"] == nil ? 1_000 : 10_000

    private static func compare(
        _ requests: [SearchRequest], _ index: ExistingWorksIndex
    ) async throws -> (compared: Int, refused: Int) {
        try await ExistingComparison.compare(requests, index.engine, with: index.memory)
    }

    @Test(
        "Every operation on every member finds what the in-memory engine finds",
        arguments: [Form.object, .nested])
    func everyOperation(_ form: Form) async throws {
        try await ExistingWorksIndex.with(form) { (index) async throws in
            let result = try await Self.compare(ExistingWorks.leaves.map { ExistingWorks.request($0) }, index)
            print("existing OpenSearch, \(form): members: \(result)")
            // Only what a field of the module would be refused, too.
            for case .leaf(let leaf) in ExistingWorks.leaves
            where index.engine.refusal(of: ExistingWorks.request(.leaf(leaf))) != nil {
                #expect(
                    [.like, .notLike].contains(leaf.operation) || leaf.property == "size.note"
                        || leaf.property == "people.about", "\(leaf)")
            }
        }
    }

    @Test(
        "Random filters over members find what the in-memory engine finds", arguments: [Form.object, .nested])
    func randomFilters(_ form: Form) async throws {
        try await ExistingWorksIndex.with(form) { (index) async throws in
            let leaves = ExistingWorks.leaves.filter {
                index.engine.refusal(of: ExistingWorks.request($0)) == nil
            }
            let trees = ExistingComparison.trees(Self.trees, over: leaves).map { ExistingWorks.request($0) }
            let result = try await Self.compare(trees, index)
            #expect(result.compared == Self.trees)
        }
    }

    @Test(
        "Random conditions on one object find what the in-memory engine finds, and run where the index can tell"
    )
    func randomElements() async throws {
        let requests = ExistingWorks.elementFilters(Self.trees).map { ExistingWorks.request($0) }
        try await ExistingWorksIndex.with(.nested) { (index) async throws in
            let result = try await Self.compare(requests, index)
            print("existing OpenSearch, nested: one object: \(result)")
            #expect(result.compared == Self.trees)
        }
        try await ExistingWorksIndex.with(.nestedOnce) { (index) async throws in
            let result = try await Self.compare(requests, index)
            print("existing OpenSearch, nestedOnce: one object: \(result)")
            #expect(result.compared > Self.trees / 5 && result.refused > 0)
        }
        try await ExistingWorksIndex.with(.object) { (index) async throws in
            // Those that say no more than conditions on members.
            let result = try await Self.compare(requests, index)
            print("existing OpenSearch, object: one object: \(result)")
            #expect(result.compared > Self.trees / 10 && result.refused > Self.trees / 10)
        }
    }

    @Test("Members sort like the module's own fields, with pages and cursors", arguments: Form.allCases)
    func orders(_ form: Form) async throws {
        try await ExistingWorksIndex.with(form) { (index) async throws in
            let names = ExistingWorks.members.filter(\.isSortable).map(\.name)
            #expect(names.count == 7)
            var requests: [SearchRequest] = []
            for name in names {
                for order in [SortOrder.ascending, .descending] {
                    for nulls in [SortKey.Nulls?.none, .first, .last] {
                        requests.append(
                            ExistingWorks.request(nil, sort: [SortKey(.value(name), order, nulls: nulls)]))
                    }
                }
            }
            #expect(try await Self.compare(requests, index).refused == 0)
            var request = ExistingWorks.request(nil, sort: [SortKey(.value("size.width"), .descending)])
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            let all = try await index.memory.search([request], decoding: decoder)[0].items
            var found: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: 40)
                let page = try await index.engine.search([request], decoding: decoder)[0]
                found += page.items
                cursor = page.nextCursor
            } while cursor != nil && found.count <= all.count
            #expect(found == all)
        }
    }

    @Test("Facets of members count items, not objects, also disjunctively", arguments: Form.allCases)
    func facets(_ form: Form) async throws {
        try await ExistingWorksIndex.with(form) { (index) async throws in
            let names = ExistingWorks.members.filter { $0.facet != nil }.map(\.name)
            #expect(names.count == 13)
            var request = ExistingWorks.request(nil)
            request.facets = names.map { FacetRequest($0) }
            var filtered = ExistingWorks.request(
                .leaf(.init(.greater, "people.born", value: .integer(0), type: .number)))
            filtered.facets = names.map { FacetRequest($0, isDisjunctive: $0 == "people.role") }
            filtered.refinements = [
                FacetRefinement(
                    "people.role",
                    .leaf(.init(.in, "people.role", value: .list([.string("a")]), type: .string)))
            ]
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            for request in [request, filtered] {
                let found = try await index.engine.search([request], decoding: decoder)[0]
                let expected = try await index.memory.search([request], decoding: decoder)[0]
                #expect(found.facets.count == names.count)
                for (found, expected) in zip(found.facets, expected.facets) {
                    #expect(found.counts == expected.counts, "\(found.field)")
                    #expect(found.isExhaustive == expected.isExhaustive, "\(found.field)")
                    #expect(found.statistics?.count == expected.statistics?.count, "\(found.field)")
                    #expect(found.statistics?.minimum == expected.statistics?.minimum, "\(found.field)")
                    #expect(found.statistics?.maximum == expected.statistics?.maximum, "\(found.field)")
                    let (sum, expectedSum) = (found.statistics?.sum ?? 0, expected.statistics?.sum ?? 0)
                    #expect(abs(sum - expectedSum) <= abs(expectedSum) * 1e-12, "\(found.field)")
                }
            }
        }
    }

    @Test("Selected members are those of the in-memory engine")
    func selection() async throws {
        try await ExistingWorksIndex.with(.nested) { (index) async throws in
            for fields in [["size.width", "people.role"], ["people.jobs.year"], ["title", "size.box"]] {
                var request = ExistingWorks.request(nil)
                request.fields = fields
                let decoder = try ItemDecoder.instances(selectedBy: request)
                let found = try await ContentClient(engine: index.engine).response(request, reading: decoder)
                let expected = try await ContentClient(engine: index.memory).response(
                    request, reading: decoder)
                #expect(found.items.count == ExistingWorks.count)
                #expect(
                    found.items.map { $0["values"] } == expected.items.map { $0["values"] }, "\(fields)")
            }
        }
    }

    @Test("Groups of members are those of the in-memory engine; what the server counts otherwise is refused")
    func aggregates() async throws {
        func request(_ group: String, _ value: String) -> AggregateRequest {
            AggregateRequest(
                [
                    .count, .countValues(.value(value)), .countDistinct(.value(value)),
                    .maximum(.value(value)),
                ],
                of: ExistingWorks.request(nil), groupedBy: .values(.value(group)))
        }
        let ofItems = [
            ("size.unit", "size.width"), ("size.framed", "size.box.height"), ("size.tags", "size.depth"),
        ]
        let ofObjects = [("people.role", "size.width"), ("size.unit", "people.born")]
        for (form, groups) in [(Form.nested, ofItems), (.object, ofItems + ofObjects)] {
            try await ExistingWorksIndex.with(form) { (index) async throws in
                for (group, value) in groups {
                    let found = try await index.engine.aggregate(request(group, value))
                    #expect(found == (try await index.memory.aggregate(request(group, value))), "\(group)")
                }
                for (group, value) in form == .nested ? ofObjects : [("people.born", "size.width")] {
                    let error = #expect(throws: UnsupportedError.self) {
                        try index.engine.validate(request(group, value))
                    }
                    #expect(error?.description.contains(".fallback(.clientSide(maxScanned: 1_000))") == true)
                }
            }
        }
    }
}
