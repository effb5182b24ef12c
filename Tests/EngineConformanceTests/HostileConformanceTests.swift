import Quire
import Testing

/// Hostile values are values: no engine takes them for anything else, and no foreign item ever comes back.
@Suite struct HostileConformanceTests {
    private static let module = HostileDocuments.module

    private static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.page = wholePage
        change(&request)
        return request
    }

    /// Every place of a request that a value can stand in.
    private static func requests(_ value: String) -> [SearchRequest] {
        let text = FilterValue.string(value)
        func leaf(_ operation: FilterOperation, _ property: String, _ operand: FilterValue) -> Filter {
            .leaf(.init(operation, property, operand, type: .string))
        }
        let operations: [FilterOperation] = [
            .equal, .notEqual, .less, .greaterOrEqual, .like, .notLike, .contains, .hasPrefix, .hasSuffix,
        ]
        let tests = ["title", "words", "maker"].flatMap { field in
            operations.prefix(field == "title" ? .max : 2).map { leaf($0, field, text) }
                + [
                    leaf(.in, field, .list([text])), leaf(.notIn, field, .list([text])),
                    leaf(.in, field, .list([text, .string("`x`"), text])),
                    leaf(.between, field, .list([text, text])),
                ]
        }
        let tag = Tag(name: value, value: value)
        // A tag has a name, and a search no more words than a person would write.
        let tagged =
            value.isEmpty
            ? []
            : [
                request { $0.segment = Segment(tags: [tag]) },
                request { $0.segment = Segment(tags: [tag, Tag(name: value)], mode: .total) },
            ]
        let searched =
            value.utf8.count > 2_000
            ? []
            : [
                TextSearch(.all(value)), TextSearch(.all(value, matching: .wholeWords)),
                TextSearch(.any(value, matching: .wholeWords)), TextSearch(.phrase(value)),
            ].map { text in request { $0.text = text } }
        return tests.map { test in request { $0.filter = test } }
            + [leaf(.equal, "name", text), leaf(.notEqual, "name", text), leaf(.in, "name", .list([text]))]
            .map { test in request { $0.metaFilter = test } } + tagged + searched
            + [
                request { $0.ids = [value] },
                request { $0.ids = ["plain0", value, "h1"] },
                request { $0.related = [RelatedItems(field: "maker", ids: [value])] },
                request { $0.related = [RelatedItems(field: "makers", ids: [value, "nobody"])] },
                request {
                    $0.refinements = [FacetRefinement("title", leaf(.in, "title", .list([text])))]
                    $0.facets = [
                        FacetRequest("title", maximumValues: 1_000, isDisjunctive: true),
                        FacetRequest("words"),
                    ]
                },
            ]
    }

    private typealias Expectation = (request: SearchRequest, ids: [String], facets: [FacetResult])

    /// What the evaluator finds, once for all engines.
    private static let expectations: [Expectation] = HostileValues.all.flatMap(requests).map { request in
        let page = try? InstanceSearch(request).page(of: HostileDocuments.table.instances)
        // A search that the evaluator refuses is one that no engine answers like this.
        let ids = page?.instances.map(idOfInstance) ?? ["the evaluator refuses the search"]
        return (request, SortCases.byID(ids), page?.facets ?? [])
    }

    @Test("A hostile value finds what the evaluator finds, wherever it stands", arguments: Engines.all)
    func values(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HostileDocuments.table) { (engine) async throws in
            var asked: [Expectation] = []
            var refused = 0
            for expectation in Self.expectations {
                let request = expectation.request
                if subject.supports(request, engine) {
                    asked.append(expectation)
                } else {
                    refused += 1
                    await #expect(throws: UnsupportedError.self) { try await engine.ids(request) }
                }
            }
            var reports: [String] = []
            for batch in asked.batches(of: subject.batchSize) where reports.count < 5 {
                let pages = try await engine.pages(batch.map(\.request))
                for (page, (request, ids, facets)) in zip(pages, batch) {
                    if SortCases.byID(page.items) != ids {
                        reports.append(
                            "\(request.outline)\nfound \(page.items.prefix(8))\nnot \(ids.prefix(8))")
                    }
                    if let title = page.facets.first, let expected = facets.first,
                        let difference = Self.difference(title, expected)
                    {
                        reports.append("\(request.outline)\n\(difference)")
                    }
                }
            }
            print(
                "conformance: \(subject.testDescription): \(asked.count) searches with hostile values, "
                    + "\(reports.count) differences, \(refused) refused")
            #expect(reports.isEmpty, "\(reports.prefix(5).joined(separator: "\n\n"))")
            #expect(asked.count > 1_000)
        }
    }

    /// What is wrong with a facet; an engine that says that it does not show all may leave out the longest values.
    private static func difference(_ found: FacetResult, _ expected: FacetResult) -> String? {
        let shown = expected.counts.filter { entry in
            guard !found.isExhaustive, case .string(let text) = entry.value else { return true }
            return text.utf8.count < 5_000
        }
        if found.counts == shown, found.statistics == nil { return nil }
        return """
            counted \(found.counts.filter { !shown.contains($0) }), and not \
            \(shown.filter { !found.counts.contains($0) }.map { String("\($0)".prefix(100)) })
            """
    }

    @Test("Pages by cursor go through hostile sort values, one by one", arguments: Engines.all)
    func cursors(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HostileDocuments.table) { (engine) async throws in
            for order in [SortOrder.ascending, .descending] {
                var request = Self.request { $0.sort = [SortKey(.value("title"), order)] }
                request.page = .cursor(nil, limit: 3)
                guard subject.supports(request, engine) else { continue }
                let order = try InstanceOrder(
                    request.sort, over: Self.module.fields, module: Self.module.name)
                let places = Dictionary(
                    uniqueKeysWithValues: HostileDocuments.table.instances.map {
                        (Array(idOfInstance($0).utf8), order.place(of: $0))
                    })
                var ids: [String] = []
                var cursor: Cursor?
                repeat {
                    request.page = .cursor(cursor, limit: 3)
                    let page = try await engine.page(request)
                    ids += page.items
                    cursor = page.nextCursor
                } while cursor != nil && ids.count <= HostileDocuments.table.lines.count
                #expect(Set(ids.map { Array($0.utf8) }).count == ids.count)
                #expect(ids.count == HostileDocuments.table.lines.count)
                let found = ids.compactMap { places[Array($0.utf8)] }
                for (left, right) in zip(found, found.dropFirst()) {
                    #expect(order.precedes(left, right) || order.isTied(left, right))
                }
            }
        }
    }

    @Test("A hostile text is no cursor", arguments: Engines.all)
    func noCursor(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HostileDocuments.table) { (engine) async throws in
            guard engine.capabilities.supportsCursors else { return }
            for value in HostileValues.all {
                let request = Self.request { $0.page = .cursor(Cursor(token: value), limit: 3) }
                let error = await #expect(throws: QueryError.self, "\(value.prefix(40))") {
                    try await engine.ids(request)
                }
                #expect(error?.reason == .invalidCursor)
            }
        }
    }

    @Test("A hostile text is the name of no field", arguments: Engines.all)
    func noField(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HostileDocuments.table) { (engine) async throws in
            for value in HostileValues.all {
                let changes: [@Sendable (inout SearchRequest) -> Void] = [
                    { $0.filter = .leaf(.init(.equal, value, .string("x"), type: .string)) },
                    { $0.metaFilter = .leaf(.init(.equal, value, .string("x"), type: .string)) },
                    { $0.sort = [SortKey(.value(value))] },
                    { $0.sort = [SortKey(.metadata(value))] },
                    { $0.fields = [value] },
                    { $0.related = [RelatedItems(field: value, ids: ["x"])] },
                    { $0.facets = [FacetRequest(value)] },
                    { $0.refinements = [FacetRefinement(value, .and([]))] },
                ]
                for change in changes {
                    let request = Self.request(change)
                    // What the server alone can tell it refuses, whatever it says.
                    guard subject.checksFields else {
                        await #expect(throws: (any Error).self, "\(request.outline)") {
                            try await engine.searchData(request)
                        }
                        continue
                    }
                    await #expect(throws: QueryError.self, "\(request.outline)") {
                        try await engine.searchData(request)
                    }
                }
            }
        }
    }
}

extension SearchRequest {
    /// What is asked, short enough for a report.
    fileprivate var outline: String {
        let filters = [filter.map { "\($0)" }, metaFilter.map { "metadata \($0)" }]
        let parts = [
            ids.map { "ids \($0)" }, text.map { "text \($0.query)" }, segment.map { "tags \($0.tags)" },
            related.isEmpty ? nil : "related \(related)",
            refinements.isEmpty ? nil : "refined \(refinements)",
        ]
        return (filters + parts).compactMap { $0 }.map { String($0.prefix(200)) }.joined(separator: ", ")
    }
}
