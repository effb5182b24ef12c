import QuireCore
import QuireEngine
import QuireText

/// Members of objects are fields: every engine that queries them finds, sorts and counts like the evaluator.
enum MemberChecks {
    static let all = [
        ConformanceCheck(
            .filters, "members of objects",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesMembers }, run: members),
        ConformanceCheck(
            .filters, "one object of a list",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesElements }, run: elements),
        ConformanceCheck(
            .items, "members in a selection",
            over: { [NestedDocuments.table($0)] },
            needs: { engine, _ in engine.queriesMembers }, run: selections),
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

/// Selections of fields and of members of objects, and what they leave of an item, worked out by comparing paths.
struct SelectedPaths {
    /// The names that lead to each selected value.
    private let ways: [[String]]

    /// The names of a request's fields.
    var names: [String] { ways.map { $0.joined(separator: ".") } }

    /// Random selections of a module's values, of up to four paths each.
    static func selections(_ count: Int, of module: ModuleDescriptor, seed: UInt64) -> [SelectedPaths] {
        let all = ways(in: module.fields).filter { way in
            // The name is the field's.
            way.count == 1 || module.fields[way.joined(separator: ".")] == nil
        }
        var draws = Draws(seed: seed)
        return (0..<count).map { _ in
            SelectedPaths(ways: (0..<Int.random(in: 1...4, using: &draws)).map { _ in draws.one(of: all) })
        }
    }

    /// The ways to the values of a table, and to those of its objects.
    private static func ways(in table: FieldTable) -> [[String]] {
        table.fields.flatMap { field -> [[String]] in
            guard case .object(let inner) = field.kind.innermost else { return [[field.name]] }
            return [[field.name]] + ways(in: inner).map { [field.name] + $0 }
        }
    }

    /// The selected values of an item, without null.
    func values(of item: JSONValue) -> JSONValue {
        Self.sorted(kept(item.member("values") ?? .null, at: []))
    }

    /// Values in the order of their names, without null.
    static func sorted(_ values: JSONValue?) -> JSONValue {
        guard case .object(let members)? = values else { return .object([]) }
        return .object(members.filter { $0.value != .null }.sorted { $0.name < $1.name })
    }

    private func kept(_ value: JSONValue, at way: [String]) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { kept($0, at: way) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    let way = way + [member.name]
                    if ways.contains(where: { way.starts(with: $0) }) { return member }
                    guard ways.contains(where: { $0.starts(with: way) }) else { return nil }
                    return .init(member.name, kept(member.value, at: way))
                })
        default: return value
        }
    }
}

/// Random filters with conditions on one object of a list.
enum ElementTrees {
    /// - Parameters:
    ///   - table: The fields of the module.
    ///   - leaves: The tests of a field, or of a member of an object.
    static func filters(
        _ count: Int, over table: FieldTable = NestedModule.descriptor.fields,
        leaves: (FieldDescriptor) -> [Filter] = { LeafCases.leaves($0).map(Filter.leaf) }, seed: UInt64
    ) -> [Filter] {
        let place = Place(table, leaves)
        var random = Draws(seed: seed)
        return (0..<count).map { index in
            let condition = place.elements(depth: 3, &random)
            return index % 3 == 0
                ? condition : place.joined([condition, place.filter(depth: 2, &random)], &random)
        }
    }

    /// The fields of a module, or the members of an object, and the lists of objects among them.
    private final class Place {
        private let table: FieldTable
        private let leaves: [Filter]
        private let lists: [(name: String, objects: Place)]

        init(_ table: FieldTable, _ leaves: (FieldDescriptor) -> [Filter]) {
            self.table = table
            self.leaves = table.queryable.filter {
                if case .object = $0.kind.innermost { false } else { true }
            }.flatMap(leaves)
            lists = Self.paths(in: table).compactMap { path in
                table.objects(of: path).map { (path, Place($0.table, leaves)) }
            }
        }

        /// The names of the lists of objects, and their paths through objects and other lists.
        private static func paths(in table: FieldTable) -> [String] {
            table.fields.flatMap { field -> [String] in
                guard case .object(let inner) = field.kind.innermost else { return [] }
                return (field.kind.listElement == nil ? [] : [field.name])
                    + paths(in: inner).map { "\(field.name).\($0)" }
            }
        }

        /// A condition on one object of a list.
        func elements(depth: Int, _ random: inout Draws) -> Filter {
            let (name, objects) = random.one(of: lists)
            let step = RelationStep(elementsOf: name)
            let inner = objects.filter(depth: depth - 1, &random)
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: .none(step, inner)
            case 1: .none(step, inner.negated(in: objects.table))
            default: .any(step, inner)
            }
        }

        func filter(depth: Int, _ random: inout Draws) -> Filter {
            switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
            case 1 where !lists.isEmpty, 2 where !lists.isEmpty: return elements(depth: depth, &random)
            case 3, 4, 5:
                let count = random.chance(20) ? 0 : Int.random(in: 1...3, using: &random)
                return joined((0..<count).map { _ in filter(depth: depth - 1, &random) }, &random)
            case 6: return filter(depth: depth - 1, &random).negated(in: table)
            default: return random.one(of: leaves)
            }
        }

        func joined(_ filters: [Filter], _ random: inout Draws) -> Filter {
            random.chance(2) ? .and(filters) : .or(filters)
        }
    }
}
