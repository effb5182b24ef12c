import QuireCore
import QuireEngine
import QuireText

/// Members of objects are fields: every engine that queries them finds, sorts and counts like the evaluator.
enum MemberChecks {
    static let all = [
        ConformanceCheck(
            .filters, "members of objects",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesMembers }, members),
        ConformanceCheck(
            .filters, "one object of a list",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesElements }, elements),
        ConformanceCheck(
            .items, "members in a selection",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesMembers }, selections),
    ]

    /// Items with some members of their objects, which are parts of the engine's own whole items.
    private static func selections(_ examination: Examination) async throws {
        guard examination.engine.capabilities.queriesMembers else { return }
        let client = ContentClient(engine: examination.engine)
        let whole = try await client.response(
            request(nil), reading: .instances(of: NestedModule.descriptor))
        examination.expect(whole.items.isEmpty, equals: false, for: "whole items")
        let count = max(20, examination.options.trees / 10)
        for selection in SelectedPaths.selections(
            count, of: NestedModule.descriptor, seed: examination.options.seed &+ 37)
        where !examination.isFull {
            var request = request(nil)
            request.fields = selection.names
            let items = try await client.response(request, reading: .instances(selectedBy: request)).items
            examination.expect(
                values(of: items) { SelectedPaths.sorted($0.member("values")) },
                equals: values(of: whole.items, selection.values), for: "the fields \(selection.names)")
        }
    }

    private static func values(
        of items: [JSONValue], _ values: (JSONValue) -> JSONValue
    ) -> [String: JSONValue] {
        Dictionary(items.map { ($0.instanceID, values($0)) }) { first, _ in first }
    }

    /// Conditions that one object of a list must meet, alone, joined and in one another.
    private static func elements(_ examination: Examination) async throws {
        guard examination.engine.capabilities.queriesElements else { return }
        let options = examination.options
        let table = NestedDocuments.table(options)
        var requests: [SearchRequest] = []
        for filter in ElementTrees.filters(options.trees, seed: options.seed &+ 36)
        where try await examination.supports(request(filter)) {
            requests.append(request(filter))
        }
        try await compare(requests, over: table, examination)
    }

    private static func members(_ examination: Examination) async throws {
        guard examination.engine.capabilities.queriesMembers else { return }
        let options = examination.options
        let table = NestedDocuments.table(options)
        var leaves: [Filter.Leaf] = []
        for leaf in NestedModule.tested.flatMap(LeafCases.leaves)
        where try await examination.supports(request(.leaf(leaf))) {
            leaves.append(leaf)
        }
        let trees =
            leaves.isEmpty ? [] : RandomTrees.trees(options.trees, over: leaves, seed: options.seed &+ 35)
        var requests: [SearchRequest] = leaves.map { request(.leaf($0)) }
        for tree in trees where try await examination.supports(request(tree.filter)) {
            requests.append(request(tree.filter))
        }
        try await compare(requests, over: table, examination)
        try await compareOrders(table, examination)
        try await compareFacets(table, examination)
    }

    private static func request(_ filter: Filter?) -> SearchRequest {
        var request = SearchRequest(module: NestedModule.descriptor)
        request.filter = filter
        request.page = wholePage
        return request
    }

    private static func compare(
        _ requests: [SearchRequest], over table: DocumentTable, _ examination: Examination
    ) async throws {
        for batch in requests.batches(of: examination.options.batchSize) where !examination.isFull {
            for (page, request) in zip(try await examination.engine.pages(Array(batch)), batch) {
                let search = try InstanceSearch(request)
                let expected = table.instances.filter(search.finds).map(\.instanceID)
                examination.expect(page.items.sorted(), equals: expected.sorted(), for: "\(request)")
            }
        }
    }

    /// An order by one member. Items without a difference may have any order.
    private static func compareOrders(_ table: DocumentTable, _ examination: Examination) async throws {
        for field in NestedModule.tested where field.isSortable {
            for order in [SortOrder.ascending, .descending] where !examination.isFull {
                var request = request(nil)
                request.sort = [SortKey(.value(field.name), order)]
                guard try await examination.supports(request) else { continue }
                let expected = try InstanceSearch(request).page(of: table.instances).instances
                let instances = try await examination.engine.ids(request).compactMap { id in
                    table.instances.first { $0.instanceID == id }
                }
                examination.expect(
                    groups(instances, field), equals: groups(expected, field), for: "\(request)")
            }
        }
    }

    /// The ids of the items, together where their values are equal.
    private static func groups(_ items: [JSONValue], _ field: FieldDescriptor) -> [[String]] {
        var groups: [(value: EvaluatedValue?, ids: [String])] = []
        for item in items {
            let value = EvaluatedValue.values(of: field, in: item.member("values")).first
            let isSame =
                switch (groups.last?.value, value) {
                case (nil, nil): !groups.isEmpty
                case (let left?, let right?): left.standing(to: right) == .equal
                default: false
                }
            if isSame {
                groups[groups.count - 1].ids.append(item.instanceID)
            } else {
                groups.append((value, [item.instanceID]))
            }
        }
        return groups.map { $0.ids.sorted() }
    }

    /// An item counts once for each of its values.
    private static func compareFacets(_ table: DocumentTable, _ examination: Examination) async throws {
        guard examination.engine.capabilities.facets else { return }
        for field in NestedModule.tested where field.facet != nil && !examination.isFull {
            var request = request(nil)
            request.facets = [FacetRequest(field.name, maximumValues: 1000)]
            guard try await examination.supports(request),
                let facet = try await examination.engine.pages([request]).first?.facets.first
            else { continue }
            var counter = FacetCounter(of: field)
            for instance in table.instances { counter.add(instance) }
            let expected = counter.result(
                request.facets[0], FacetValueFilter(request.facets[0], field, analyzer: TextAnalyzer()))
            examination.expect(counts(facet), equals: counts(expected), for: "\(request)")
        }
    }

    private static func counts(_ result: FacetResult) -> [String] {
        result.counts.map { "\(CountedFacet.Value($0.value)): \($0.count)" }.sorted()
    }
}
