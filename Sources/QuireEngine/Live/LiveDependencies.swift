import QuireCore

/// Everything that the reads of a live query depend on.
package struct LiveDependencies: Sendable {
    /// By the name of the module.
    private(set) var modules: [String: ItemTests] = [:]

    package init() {}

    /// Adds all that a request reads.
    ///
    /// - Parameter stored: The module as the engine stores it, for a module that a request names.
    package mutating func add(_ request: SearchRequest, stored: (ModuleDescriptor) -> ModuleDescriptor) {
        let module = stored(request.module)
        // Items are stored with the current names of fields.
        let test = module == request.module ? ItemTest(request) : nil
        if let test {
            modules[module.name, default: .some([])].add(test)
        } else {
            addAny(module.name)
        }
        for related in request.relatedModules { addAny(stored(related).name) }
        for path in request.include {
            guard let name = path.fields.first, let field = module.fields[path: name] else { continue }
            if case .relation(let target) = field.kind.innermost { addAny(target) }
        }
    }

    /// Adds a module of which any change counts.
    package mutating func addAny(_ module: String) { modules[module] = .any }

    /// Whether the changes may affect what was read.
    func areAffected(by changes: CommittedChanges) -> Bool {
        guard let changed = changes.modules else { return true }
        return changed.contains { name, changes in
            modules[name]?.areAffected(by: changes) ?? false
        }
    }
}

/// The changes of a module that can affect a live query.
enum ItemTests: Sendable {
    /// Any change.
    case any
    /// Changes that affect one of the tests.
    case some([ItemTest])

    mutating func add(_ test: ItemTest) {
        if case .some(let tests) = self { self = .some(tests + [test]) }
    }

    /// Keys of which every item that can affect the tests has at least one. `nil` if there are none.
    var keys: [ItemKey]? {
        guard case .some(let tests) = self else { return nil }
        var keys: [ItemKey] = []
        for test in tests {
            guard let own = test.keys else { return nil }
            keys += own
        }
        return keys
    }

    /// The detail that the tests need.
    var detail: ChangeDetail {
        guard case .some(let tests) = self else { return .module }
        return tests.map(\.detail).max() ?? .module
    }

    func areAffected(by changes: ModuleChanges) -> Bool {
        guard case .some(let tests) = self else { return true }
        return tests.contains { $0.isAffected(by: changes) }
    }
}

/// Tests whether the change of an item can affect a request.
///
/// It can if the item met the request's conditions before the change, or meets them now. Everything in a response, the
/// page, the total and the facets, is made from the items that meet them.
struct ItemTest: Sendable {
    private let ids: Set<String>?
    private let search: InstanceSearch?
    let keys: [ItemKey]?

    /// `nil` if any change of the module can affect the request.
    init?(_ request: SearchRequest) {
        // Full text ranks by the words of all items. A disjunctive facet ignores its own refinements.
        guard request.text == nil, request.filter?.crossesRelations != true,
            !request.facets.contains(where: \.isDisjunctive), request.segment?.includesDevice != true
        else { return nil }
        ids = request.ids.map(Set.init)
        keys = request.itemKeys
        let hasConditions =
            request.filter != nil || request.metaFilter != nil || !request.related.isEmpty
            || request.segment != nil || !request.refinements.isEmpty
        var conditions = SearchRequest(module: request.module)
        conditions.filter = request.filter
        conditions.metaFilter = request.metaFilter
        conditions.related = request.related
        conditions.segment = request.segment
        conditions.refinements = request.refinements
        search = hasConditions ? try? InstanceSearch(conditions) : nil
        if search == nil, ids == nil { return nil }
    }

    var detail: ChangeDetail { search == nil ? .ids : .versions }

    func isAffected(by changes: ModuleChanges) -> Bool {
        guard case .items(let items) = changes else { return true }
        return items.contains { item in
            if let ids, !ids.contains(item.id) { return false }
            guard let search, let versions = item.versions else { return true }
            return versions.contains(where: search.finds)
        }
    }
}

extension SearchRequest {
    /// The modules across relations that conditions, sort keys and fields look at.
    fileprivate var relatedModules: [ModuleDescriptor] {
        var steps = sort.flatMap(\.steps) + relatedFields.flatMap(\.steps)
        filter?.collectSteps(into: &steps)
        for refinement in refinements { refinement.filter.collectSteps(into: &steps) }
        return steps.map(\.module)
    }
}

extension Filter {
    fileprivate func collectSteps(into steps: inout [RelationStep]) {
        switch self {
        case .leaf: break
        case .and(let operands), .or(let operands):
            for operand in operands { operand.collectSteps(into: &steps) }
        case .any(let step, let operand), .none(let step, let operand):
            if !step.leadsToElements { steps.append(step) }
            operand.collectSteps(into: &steps)
        }
    }
}
