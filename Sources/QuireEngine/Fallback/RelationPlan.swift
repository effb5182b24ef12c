import QuireCore
import QuireText

/// A request with conditions across relations, for an engine that cannot test related items.
///
/// Each condition becomes a lookup of ids and a test of the relation: `any author (name = "Ann")` becomes
/// `author in ["a1"]`, and `no author (…)` becomes `author !in ["a1"]`. A relation to an item that does not exist matches
/// no id, as in a join. Conditions in reverse direction become conditions on the item's own id.
package struct RelationPlan: Sendable {
    /// The searches to run first, each once.
    package let lookups: [RelationLookup]
    private let request: SearchRequest
    /// The filter over the values, whose conditions across relations are not replaced yet.
    private let filter: Filter
    /// The condition on the item's own id, if any.
    private let selection: IDSelection?
    /// The lookup of all items of the module, if the engine cannot exclude ids.
    private let everything: RelationLookup?
    /// How many relations the engine follows itself.
    private let followed: Int

    /// Returns `nil` if the engine tests related items itself, or if the request has no such condition.
    ///
    /// - Throws: `QueryError` for a relation that does not exist or leads elsewhere, and for a filter that is too deep.
    package init?(_ request: SearchRequest, on engine: any ContentEngine) throws {
        guard !engine.capabilities.conditionsAcrossRelations, let filter = request.filter else { return nil }
        try filter.checkDepth(module: request.module.name)
        guard filter.crossesRelations else { return nil }
        guard request.maximumRelatedItems >= 1 else {
            throw QueryError(
                .incompatibleOperand, module: request.module.name,
                node: "relatedItems(upTo: \(request.maximumRelatedItems))",
                expected: "at least 1 item to look up")
        }
        try filter.checkSteps(over: request.module.fields, module: request.module.name)
        // A fallback divides the filter, and its client's part tests one module.
        let followed = request.fallback == nil ? engine.capabilities.followedRelations : 0
        if filter.leadsToOne(over: request.module.fields, following: followed) { return nil }
        self.followed = followed
        var values: [Filter] = []
        var selections: [IDSelection] = []
        for operand in filter.conjuncts {
            if operand.testsItself {
                selections.append(operand.selection(in: request))
            } else {
                values.append(operand)
            }
        }
        self.request = request
        self.filter = .joining(.and, values)
        selection = selections.isEmpty ? nil : .all(selections)
        var lookups =
            values.flatMap { $0.lookups(in: request, over: request.module.fields, following: followed) }
            + (selection?.lookups ?? [])
        var everything: RelationLookup?
        if let selection, case .allExcept = selection.ids({ _ in [] }), try !Self.excludesIDs(request, engine)
        {
            let lookup = RelationLookup(request.module, .and([]), for: request)
            everything = lookup
            lookups.append(lookup)
        }
        self.everything = everything
        var seen: Set<RelationLookup> = []
        self.lookups = lookups.filter { seen.insert($0).inserted }
    }

    /// Whether the engine can search for all items except some, by their ids.
    private static func excludesIDs(_ request: SearchRequest, _ engine: any ContentEngine) throws -> Bool {
        var plain = SearchRequest(module: request.module)
        plain.metaFilter = .excluding(["id"])
        do {
            try engine.validate(plain)
            return true
        } catch is UnsupportedError {
            return false
        }
    }

    /// The request with ids instead of conditions across relations.
    package func request(with idsByLookup: [RelationLookup: Set<ExactText>]) -> SearchRequest {
        var request = request
        // The ids may change from page to page, and the query stays the same.
        request.cursorConditions = self.request.conditionDigits
        let filter = filter.replacingRelations(over: request.module.fields, following: followed) {
            idsByLookup[RelationLookup($0, $1, for: self.request)] ?? []
        }
        request.filter = filter == .and([]) ? nil : filter
        guard let selection else { return request }
        var selected = selection.ids { idsByLookup[$0] ?? [] }
        if let everything { selected = selected.intersection(.some(idsByLookup[everything] ?? [])) }
        switch selected {
        case .some(var ids):
            if let requestedIDs = request.ids { ids.formIntersection(requestedIDs.map(ExactText.init)) }
            request.ids = ids.sortedIDs
        case .allExcept(let ids) where !ids.isEmpty:
            request.metaFilter = .joining(
                .and, (request.metaFilter.map { [$0] } ?? []) + [.excluding(ids.sortedIDs)])
        case .allExcept: break
        }
        return request
    }

    /// The request that would be sent if each lookup found one item.
    package var example: SearchRequest {
        var idsByLookup: [RelationLookup: Set<ExactText>] = [:]
        for lookup in lookups { idsByLookup[lookup] = [Self.exampleID(of: lookup.request.module)] }
        return request(with: idsByLookup)
    }

    /// An id of lower-case letters and digits alone, as every engine accepts it: `idofwriters`.
    private static func exampleID(of module: ModuleDescriptor) -> ExactText {
        ExactText("idof" + module.name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}

extension Filter {
    /// The operands that every matching item meets, including those of nested groups.
    fileprivate var conjuncts: [Filter] {
        if case .and(let operands) = self { operands.flatMap(\.conjuncts) } else { [self] }
    }

    /// Checks each relation against the schema.
    fileprivate func checkSteps(over table: FieldTable, module: String) throws(QueryError) {
        switch self {
        case .leaf: return
        case .and(let operands), .or(let operands):
            for operand in operands { try operand.checkSteps(over: table, module: module) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            let objects = try table.objects(of: step, meeting: operand, module: module)
            try operand.checkSteps(over: objects.table, module: module)
        case .any(let step, let operand), .none(let step, let operand):
            _ = try RelationTest(step, over: table, module: module)
            try operand.checkSteps(over: step.module.fields, module: step.module.name)
        }
    }

    /// The lookups of the conditions over relations of this module that the engine does not follow itself.
    fileprivate func lookups(
        in request: SearchRequest, over table: FieldTable, following followed: Int
    ) -> [RelationLookup] {
        switch self {
        case .leaf: []
        case .and(let operands), .or(let operands):
            operands.flatMap { $0.lookups(in: request, over: table, following: followed) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            table.objects(of: step.relation).map {
                operand.lookups(in: request, over: $0.table, following: 0)
            } ?? []
        case .any(let step, let operand), .none(let step, let operand):
            leadsToOne(over: table, following: followed)
                ? []
                : [
                    RelationLookup(
                        step.module, operand, relation: step.isReverse ? step.relation : nil, for: request)
                ]
        }
    }

    /// The items that meet the filter, for a filter that tests an item's own id.
    fileprivate func selection(in request: SearchRequest) -> IDSelection {
        func selections(_ operands: [Filter], _ connective: Connective) -> [IDSelection] {
            // Tests of values are one search in this module.
            let plain = operands.filter { !$0.testsItself }
            // An `and []` among the alternatives is true of every item, so it stays.
            let filter: Filter = plain.count == 1 ? plain[0] : connective == .and ? .and(plain) : .or(plain)
            return operands.filter(\.testsItself).map { $0.selection(in: request) }
                + (plain.isEmpty ? [] : [.lookup(RelationLookup(request.module, filter, for: request))])
        }
        func reverse(_ step: RelationStep, _ operand: Filter) -> IDSelection {
            .lookup(RelationLookup(step.module, operand, relation: step.relation, for: request))
        }
        switch self {
        case .and(let operands): return .all(selections(operands, .and))
        case .or(let operands): return .any(selections(operands, .or))
        case .any(let step, let operand) where step.isReverse: return reverse(step, operand)
        case .none(let step, let operand) where step.isReverse: return .complement(reverse(step, operand))
        case .leaf, .any, .none: return .lookup(RelationLookup(request.module, self, for: request))
        }
    }

    /// The filter with tests of ids instead of conditions over relations.
    fileprivate func replacingRelations(
        over table: FieldTable, following followed: Int, _ ids: (ModuleDescriptor, Filter) -> Set<ExactText>
    ) -> Filter {
        func replaced(_ operands: [Filter]) -> [Filter] {
            operands.map { $0.replacingRelations(over: table, following: followed, ids) }
        }
        switch self {
        case .leaf: return self
        case .and(let operands): return .and(replaced(operands))
        case .or(let operands): return .or(replaced(operands))
        case .any(let step, let operand) where step.leadsToElements:
            return .any(step, operand.replacingRelations(inObjectsOf: step, over: table, ids))
        case .none(let step, let operand) where step.leadsToElements:
            return .none(step, operand.replacingRelations(inObjectsOf: step, over: table, ids))
        case .any(let step, let operand):
            if leadsToOne(over: table, following: followed) { return self }
            let ids = ids(step.module, operand)
            return ids.isEmpty ? .or([]) : .naming(.in, property: step.relation, ids: ids.sortedIDs)
        case .none(let step, let operand):
            if leadsToOne(over: table, following: followed) { return self }
            let ids = ids(step.module, operand)
            return ids.isEmpty ? .and([]) : .naming(.notIn, property: step.relation, ids: ids.sortedIDs)
        }
    }

    /// The condition on one object of a list. No engine follows relations of it.
    private func replacingRelations(
        inObjectsOf step: RelationStep, over table: FieldTable,
        _ ids: (ModuleDescriptor, Filter) -> Set<ExactText>
    ) -> Filter {
        guard let objects = table.objects(of: step.relation) else { return self }
        return replacingRelations(over: objects.table, following: 0, ids)
    }

    private static func naming(_ operation: FilterOperation, property: String, ids: [String]) -> Filter {
        .leaf(.init(operation, property, value: .list(ids.map(FilterValue.string)), type: .string))
    }

    /// A filter of the metadata that excludes items.
    fileprivate static func excluding(_ ids: [String]) -> Filter { naming(.notIn, property: "id", ids: ids) }
}

/// A search for the ids that replace a condition across a relation.
package struct RelationLookup: Sendable, Hashable {
    /// The search for the related items. Its filter may have conditions across relations.
    package let request: SearchRequest
    /// The wire name of the relation whose ids are wanted. `nil` for the ids of the found items themselves.
    package let relation: String?

    /// A search for the items of a module that meet a filter.
    ///
    /// - Parameters:
    ///   - relation: The relation whose ids are wanted, or `nil` for the ids of the items.
    ///   - original: The request with the condition.
    init(_ module: ModuleDescriptor, _ filter: Filter, relation: String? = nil, for original: SearchRequest) {
        var request = SearchRequest(module: module)
        if filter != .and([]) { request.filter = filter }
        request.fields = relation.map { [$0] } ?? []
        request.countsTotal = false
        request.locale = original.locale
        request.serverCache = original.serverCache
        request.offline = original.offline
        request.fallback = original.fallback
        request.maximumRelatedItems = original.maximumRelatedItems
        self.request = request
        self.relation = relation
    }

    /// The request on an engine, in pages as large as useful.
    func request(on engine: any ContentEngine) -> SearchRequest {
        var request = request
        let size = min(request.maximumRelatedItems, 1_000, engine.capabilities.maximumPageSize ?? .max)
        request.page = .page(1, size: max(1, size))
        return request
    }

    /// The ids of an instance that the search found.
    func ids(of instance: JSONValue) -> [String] {
        guard let relation else { return [instance.instanceID] }
        guard let field = request.module.fields[path: relation] else { return [] }
        return EvaluatedValue.values(of: field, in: instance.member("values"))
            .compactMap { if case .text(let id) = $0 { id } else { nil } }
    }

    /// The decoder of instances with the values that the lookup needs.
    var decoder: ItemDecoder<JSONValue> {
        let table = request.module.fields
        let position = relation.flatMap(table.way)?.first.flatMap { name in
            table.fields.firstIndex { $0.name == name }
        }
        return .instances(of: request.module, fields: position.map { [$0] } ?? [])
    }

    /// The condition in readable form.
    var condition: String { request.filter?.description ?? "no condition" }
}
