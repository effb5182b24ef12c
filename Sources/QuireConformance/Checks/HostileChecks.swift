import QuireCore
import QuireEngine
import QuireText

/// Hostile values are values: no engine interprets them otherwise, and they never match another item.
enum HostileChecks {
    static let all = [
        ConformanceCheck(
            .hostileValues, "values in every position", over: HostileDocuments.table, run: values),
        ConformanceCheck(
            .hostileValues, "pages by cursor", over: HostileDocuments.table,
            needs: { engine, _ in engine.supportsCursors && engine.sortsByValue }, run: cursors),
        ConformanceCheck(
            .hostileValues, "texts that are not cursors", over: HostileDocuments.table,
            needs: { engine, _ in engine.supportsCursors }, run: noCursor),
        ConformanceCheck(
            .hostileValues, "texts that are not field names", over: HostileDocuments.table, run: noField),
    ]

    private static func values(_ examination: Examination) async throws {
        var expectations: [HostileCases.Expectation] = []
        for expectation in HostileCases.all where try await examination.supports(expectation.request) {
            expectations.append(expectation)
        }
        for batch in expectations.batches(of: examination.options.batchSize) where !examination.isFull {
            let pages = try await examination.engine.pages(batch.map(\.request))
            for (page, (request, ids, facets)) in zip(pages, batch) {
                let outline = String("\(request)".prefix(300))
                examination.count()
                let pageIDs = SortCases.byID(page.items)
                if pageIDs != ids {
                    let expectedBytes = Set(ids.map { Array($0.utf8) })
                    let pageBytes = Set(pageIDs.map { Array($0.utf8) })
                    let missing = ids.filter { !pageBytes.contains(Array($0.utf8)) }
                    let extra = pageIDs.filter { !expectedBytes.contains(Array($0.utf8)) }
                    examination.note(
                        outline, expected: "\(ids.count) items",
                        found:
                            "\(pageIDs.count) items; missing: \(missing.prefix(8)); too many: \(extra.prefix(8))"
                    )
                }
                if let title = page.facets.first, let expected = facets.first,
                    let difference = difference(title, expected)
                {
                    examination.note(outline, expected: difference.expected, found: difference.found)
                }
            }
        }
    }

    /// The problem of a facet. An engine that reports an inexhaustive facet may omit the longest values.
    private static func difference(
        _ facet: FacetResult, _ expected: FacetResult
    ) -> (expected: String, found: String)? {
        let counts = expected.counts.filter { entry in
            guard !facet.isExhaustive, case .string(let text) = entry.value else { return true }
            return text.utf8.count < 5_000
        }
        if facet.counts == counts, facet.statistics == nil { return nil }
        return (
            "counts of \(counts.filter { !facet.counts.contains($0) }.map { String("\($0)".prefix(100)) })",
            "counts of \(facet.counts.filter { !counts.contains($0) })"
        )
    }

    private static func cursors(_ examination: Examination) async throws {
        let module = HostileDocuments.module
        for direction in [SortOrder.ascending, .descending] {
            var request = HostileCases.request { $0.sort = [SortKey(.value("title"), direction)] }
            request.page = .cursor(nil, limit: 3)
            guard try await examination.supports(request) else { continue }
            let order = try InstanceOrder(request.sort, over: module.fields, module: module.name)
            let places = Dictionary(
                uniqueKeysWithValues: HostileDocuments.table.instances.map {
                    (Array($0.instanceID.utf8), order.place(of: $0))
                })
            var ids: [String] = []
            var cursor: Cursor?
            repeat {
                request.page = .cursor(cursor, limit: 3)
                let page = try await examination.engine.page(request)
                ids += page.items
                cursor = page.nextCursor
            } while cursor != nil && ids.count <= HostileDocuments.table.lines.count
            let count = HostileDocuments.table.lines.count
            examination.expect(ids.count, equals: count, for: "how many items: \(request)")
            examination.expect(
                Set(ids.map { Array($0.utf8) }).count, equals: count,
                for: "how many different items: \(request)")
            let pagePlaces = ids.compactMap { places[Array($0.utf8)] }
            for (index, (left, right)) in zip(pagePlaces, pagePlaces.dropFirst()).enumerated()
            where !order.precedes(left, right) && !order.isTied(left, right) {
                examination.note(
                    "\(request)", expected: "items in order",
                    found: "\"\(ids[index])\" before \"\(ids[index + 1])\"")
            }
        }
    }

    private static func noCursor(_ examination: Examination) async throws {
        let engine = examination.engine
        guard engine.capabilities.supportsCursors else { return }
        for value in HostileValues.all {
            let request = HostileCases.request { $0.page = .cursor(Cursor(token: value), limit: 3) }
            try await examination.expectInvalid(
                request, .invalidCursor, named: "the cursor \"\(value.prefix(40))\""
            ) {
                _ = try await engine.ids($0)
            }
        }
    }

    private static func noField(_ examination: Examination) async throws {
        let engine = examination.engine
        let changes: [@Sendable (inout SearchRequest, String) -> Void] = [
            { $0.filter = .leaf(.init(.equal, $1, value: .string("x"), type: .string)) },
            { $0.metaFilter = .leaf(.init(.equal, $1, value: .string("x"), type: .string)) },
            { $0.sort = [SortKey(.value($1))] },
            { $0.sort = [SortKey(.metadata($1))] },
            { $0.fields = [$1] },
            { $0.related = [RelatedItems(field: $1, ids: ["x"])] },
            { $0.facets = [FacetRequest($1)] },
            { $0.refinements = [FacetRefinement($1, .and([]))] },
        ]
        for value in HostileValues.all where !examination.isFull {
            for change in changes {
                var request = HostileCases.request { _ in }
                change(&request, value)
                // An engine without the feature rejects it as unsupported.
                if (try? request.checkSupport(by: engine.capabilities)) == nil {
                    _ = try await examination.supports(request)
                    continue
                }
                let outline = String("\(request)".prefix(300))
                // An engine whose server checks fields rejects it with any error.
                guard examination.options.checksFields else {
                    examination.count()
                    let thrown = try await examination.error { _ = try await engine.searchData(request) }
                    if thrown == nil { examination.note(outline, expected: "an error", found: "a response") }
                    continue
                }
                try await examination.expectInvalid(request, nil, named: outline) {
                    _ = try await engine.searchData($0)
                }
            }
        }
    }
}

extension SearchRequest {
    /// Whether the capabilities exclude the request; its other problems are ignored.
    fileprivate func checkSupport(by capabilities: EngineCapabilities) throws {
        do { try check(for: capabilities) } catch is QueryError {}
    }
}

/// Searches with a hostile value in each place of a request that can contain a value.
enum HostileCases {
    typealias Expectation = (request: SearchRequest, ids: [String], facets: [FacetResult])

    /// The evaluator's results, computed once for all engines.
    static let all: [Expectation] = HostileValues.all.flatMap(requests).map { request in
        let page = try? InstanceSearch(request).page(of: HostileDocuments.table.instances)
        // A search that the evaluator rejects has an id that no engine returns.
        let ids = page?.instances.map(\.instanceID) ?? ["the evaluator refuses the search"]
        return (request, SortCases.byID(ids), page?.facets ?? [])
    }

    static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = SearchRequest(module: HostileDocuments.module)
        request.page = wholePage
        change(&request)
        return request
    }

    /// Every place of a request that can contain a value.
    private static func requests(_ value: String) -> [SearchRequest] {
        let text = FilterValue.string(value)
        func leaf(_ operation: FilterOperation, of property: String, operand: FilterValue) -> Filter {
            .leaf(.init(operation, property, value: operand, type: .string))
        }
        let operations: [FilterOperation] = [
            .equal, .notEqual, .less, .greaterOrEqual, .like, .notLike, .contains, .hasPrefix, .hasSuffix,
        ]
        let tests = ["title", "words", "maker"].flatMap { field in
            operations.prefix(field == "title" ? .max : 2).map { leaf($0, of: field, operand: text) }
                + [
                    leaf(.in, of: field, operand: .list([text])),
                    leaf(.notIn, of: field, operand: .list([text])),
                    leaf(.in, of: field, operand: .list([text, .string("`x`"), text])),
                    leaf(.between, of: field, operand: .list([text, text])),
                ]
        }
        let tag = Tag(name: value, value: value)
        // A tag needs a name, and a search has no more words than a person would type.
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
            ].map { text in
                // Clusters add the items that share some words only if no item has all.
                request {
                    $0.text = text
                    $0.text?.mode = .asTyped
                }
            }
        return tests.map { test in request { $0.filter = test } }
            + [
                leaf(.equal, of: "name", operand: text), leaf(.notEqual, of: "name", operand: text),
                leaf(.in, of: "name", operand: .list([text])),
            ]
            .map { test in request { $0.metaFilter = test } } + tagged + searched
            + [
                request { $0.ids = [value] },
                request { $0.ids = ["plain0", value, "h1"] },
                request { $0.related = [RelatedItems(field: "maker", ids: [value])] },
                request { $0.related = [RelatedItems(field: "makers", ids: [value, "nobody"])] },
                request {
                    $0.refinements = [
                        FacetRefinement("title", leaf(.in, of: "title", operand: .list([text])))
                    ]
                    $0.facets = [
                        FacetRequest("title", maximumValues: 1_000, isDisjunctive: true),
                        FacetRequest("words"),
                    ]
                },
            ]
    }
}
