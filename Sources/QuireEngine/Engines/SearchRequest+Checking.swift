import QuireCore
import QuireText

extension SearchRequest {
    /// Checks before any I/O that the engine supports the request and that the request is valid.
    ///
    /// - Throws: `UnsupportedError` for unsupported features, `QueryError` for requests that are invalid on every
    ///   engine.
    public func check(for engine: EngineCapabilities) throws {
        // Paths belong to facets. An engine with facets supports them.
        try filter?.check(for: engine, module: module.name)
        try metaFilter?.check(for: engine, module: module.name)
        for refinement in refinements where refinement.paths == nil {
            try refinement.filter.check(for: engine, module: module.name)
        }
        if !engine.queriesMembers { try checkMembers(for: engine) }
        try checkFacets(for: engine)
        try checkOrder(for: engine)
        try checkPage(for: engine)
        if let policy = offline.policy, policy != .network, !engine.offlinePolicies {
            throw UnsupportedError(
                engine: engine.name, node: "the offline policy \(policy.rawValue)",
                hint: "it keeps no responses; make the client with engine.offline(in: store)")
        }
        if text != nil, !engine.fullText {
            throw UnsupportedError(
                engine: engine.name, node: "search(\"…\")",
                hint: "it has no full text; use .like on a text field, or an engine that has it")
        }
        _ = try text?.searchedFields(of: module)
        try checkMeaning(for: engine)
        if let path = include.first(where: { $0.query != nil }) {
            throw UnsupportedError(
                engine: engine.name, node: "include(\"\(path.fields.joined(separator: "."))\") with a query",
                hint: "fetch the query with ContentClient, which fetches the related items")
        }
        if let name = include.compactMap(\.fields.first).first(where: {
            module.fields[path: $0]?.isMember == true
        }) {
            throw UnsupportedError(
                engine: engine.name, node: "include(\"\(name)\"), a relation in an object",
                hint: "fetch the query with ContentClient, which fetches the related items")
        }
        if !engine.selectsMembers, let member = selectedMember {
            throw UnsupportedError(
                engine: engine.name, node: "the member \"\(member)\" in the fields",
                hint: "select the object, or fetch with ContentClient, which selects it and keeps the member")
        }
        if let path = relatedFields.first, !engine.selectsAcrossRelations {
            throw UnsupportedError(
                engine: engine.name, node: "the field \"\(path.joinedName)\" of related items",
                hint:
                    "it does not join modules; fetch the selection with ContentClient, which fetches the related "
                    + "items by their ids")
        }
        if segment?.includesDevice == true, !engine.supportsDeviceSegments {
            throw UnsupportedError(
                engine: engine.name, node: "halo(segmentWithDevice: true)",
                hint: "it knows no device; name the tags with .tags([…])")
        }
    }

    private func checkOrder(for engine: EngineCapabilities) throws {
        if let locale = settings.sortLocale, !engine.sortsByLanguage {
            throw UnsupportedError(
                engine: engine.name, node: "an order of the language \(locale)",
                hint: "it sorts texts by their bytes; leave the language out")
        }
        for key in sort {
            if !key.steps.isEmpty, !engine.sortsAcrossRelations {
                throw UnsupportedError(
                    engine: engine.name, node: "sort by \"\(key.joinedName)\"",
                    hint:
                        "it does not join modules; copy the value into a field of \"\(module.name)\" and sort by it, "
                        + "or use a store")
            }
            if case .value(let field) = key.property, !engine.sortsByValue {
                throw UnsupportedError(
                    engine: engine.name, node: "sort by the value \"\(field)\"",
                    hint: "it sorts by metadata only, for example by \\.updatedAt")
            }
            if key.nulls != nil, !engine.supportsNullOrdering {
                throw UnsupportedError(
                    engine: engine.name, node: "nulls first or last in a sort",
                    hint: "it keeps items without a value where they are smallest; leave `nulls` out")
            }
        }
    }

    private func checkPage(for engine: EngineCapabilities) throws {
        let size: Int
        switch page {
        case .standard, .all: return
        case .page(let number, let limit):
            size = limit
            guard number >= 1 else { throw invalidPage("page \(number)", "a page number of at least 1") }
            guard limit >= 1, !number.multipliedReportingOverflow(by: limit).overflow else {
                throw invalidPage(
                    "page \(number) of size \(limit)", "a size of at least 1, and a page within 64 bits")
            }
        case .offset(let offset, let limit):
            size = limit
            guard offset >= 0 else { throw invalidPage("offset \(offset)", "an offset of at least 0") }
            guard limit >= 1, !offset.addingReportingOverflow(limit).overflow else {
                throw invalidPage(
                    "offset \(offset), limit \(limit)", "a limit of at least 1, and an end within 64 bits")
            }
        case .cursor(_, let limit):
            size = limit
            guard engine.supportsCursors else {
                throw UnsupportedError(
                    engine: engine.name, node: "cursor paging",
                    hint: "it has no cursors; use .page(1, size: \(limit))")
            }
            guard limit >= 1 else { throw invalidPage("limit \(limit)", "a limit of at least 1") }
        }
        if let largest = engine.maximumPageSize, size > largest {
            throw UnsupportedError(
                engine: engine.name, node: "a page of \(size)",
                hint: "its largest page is \(largest); ask for less, or read all(query)")
        }
    }

    private func invalidPage(_ node: String, _ expected: String) -> QueryError {
        QueryError(.invalidPage, module: module.name, node: node, expected: expected)
    }
}

extension Filter {
    fileprivate func check(for engine: EngineCapabilities, module: String) throws {
        if isPlain(for: engine, levels: Filter.maximumDepth) { return }
        try checkDepth(module: module)
        try checkNodes(for: engine, module: module)
    }

    /// Whether the filter certainly passes all checks, which one walk can tell of most filters.
    private func isPlain(for engine: EngineCapabilities, levels: Int) -> Bool {
        guard levels > 0 else { return false }
        switch self {
        case .and(let operands), .or(let operands):
            for operand in operands where !operand.isPlain(for: engine, levels: levels - 1) { return false }
            return true
        case .any, .none: return false
        case .leaf(let leaf):
            guard engine.expresses(leaf.operation) else { return false }
            switch leaf.value {
            case .null, .string, .integer, .boolean, .date: return true
            case .number(let number): return number.isFinite && leaf.type != .date
            case .list, .field: return false
            }
        }
    }

    /// - Throws: `QueryError` if the tree has too many levels.
    package func checkDepth(module: String) throws(QueryError) {
        guard isDeeper(than: Filter.maximumDepth) else { return }
        throw QueryError(
            .tooDeep, module: module, node: "a filter of more than \(Filter.maximumDepth) levels",
            expected: "at most \(Filter.maximumDepth) levels; use in for long lists of alternatives")
    }

    private func checkNodes(for engine: EngineCapabilities, module: String) throws {
        switch self {
        case .and(let operands), .or(let operands):
            for operand in operands { try operand.checkNodes(for: engine, module: module) }
        case .any(let step, let operand) where step.leadsToElements,
            .none(let step, let operand) where step.leadsToElements:
            guard engine.queriesElements else {
                throw UnsupportedError(engine: engine.name, elementsOf: step.relation)
            }
            try operand.checkNodes(for: engine, module: module)
        case .any(let step, let operand), .none(let step, let operand):
            var engine = engine
            if !engine.conditionsAcrossRelations {
                guard engine.followedRelations > 0, !step.isReverse else {
                    throw UnsupportedError(engine: engine.name, across: step)
                }
                engine.followedRelations -= 1
            }
            try operand.checkNodes(for: engine, module: step.module.name)
        case .leaf(let leaf):
            guard engine.expresses(leaf.operation) else {
                throw UnsupportedError(
                    engine: engine.name, node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    hint: leaf.operation.alternative(in: engine))
            }
            if let other = leaf.comparedField, !engine.comparesFields {
                throw UnsupportedError(engine: engine.name, comparing: leaf, with: other)
            }
            if let problem = leaf.value.problem(of: leaf) {
                throw QueryError(
                    .incompatibleOperand, module: module,
                    node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    expected: problem)
            }
        }
    }
}

extension FilterValue {
    /// The problem of a value that cannot be sent to any engine, or `nil`.
    fileprivate func problem(of leaf: Filter.Leaf, isElement: Bool = false) -> String? {
        switch self {
        case .number(let number) where leaf.type == .date:
            return "a date in whole milliseconds within 64 bits, not \(number) ms since 1970"
        case .number(let number) where !number.isFinite: return "a finite number, not \(number)"
        case .list where isElement: return "a list of single values"
        case .list(let values):
            if let problem = values.lazy.compactMap({ $0.problem(of: leaf, isElement: true) }).first {
                return problem
            }
            return leaf.operation.isSpatial ? place(values, leaf.operation) : nil
        default: return nil
        }
    }

    /// The problem of the numbers of a circle or a box, or `nil`.
    private func place(_ values: [FilterValue], _ operation: FilterOperation) -> String? {
        let numbers = values.compactMap { value -> Double? in
            switch value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        let isCircle = operation == .near || operation == .notNear
        // Each engine checks other forms itself.
        guard numbers.count == values.count, numbers.count == (isCircle ? 3 : 4) else { return nil }
        let latitudes = isCircle ? [numbers[0]] : [numbers[0], numbers[2]]
        let longitudes = isCircle ? [numbers[1]] : [numbers[1], numbers[3]]
        if let wrong = latitudes.first(where: { !(-90...90).contains($0) }) {
            return "a latitude from -90 to 90 degrees, not \(wrong)"
        }
        if let wrong = longitudes.first(where: { !(-180...180).contains($0) }) {
            return "a longitude from -180 to 180 degrees, not \(wrong)"
        }
        if isCircle, numbers[2] < 0 { return "a radius of at least 0 metres, not \(numbers[2])" }
        return nil
    }
}

extension FilterOperation {
    fileprivate var isSpatial: Bool {
        switch self {
        case .near, .notNear, .within, .notWithin: true
        default: false
        }
    }
}

extension FilterOperation {
    /// An alternative to an operation that an engine does not support.
    fileprivate func alternative(in engine: EngineCapabilities) -> String {
        switch self {
        case .contains where engine.operations.contains(.like),
            .hasPrefix where engine.operations.contains(.like),
            .hasSuffix where engine.operations.contains(.like):
            "use like, which looks for the text anywhere and whatever the case"
        case .between where engine.operations.contains(.greaterOrEqual):
            "use >= and <=, which a list may meet with two elements"
        case .notGreater, .notGreaterOrEqual, .notLess, .notLessOrEqual:
            "it has no complement of an ordering; on a field that holds one value, write the opposite ordering"
        default: "use an engine that has it, or filter the items after they are fetched"
        }
    }
}

extension SearchRequest {
    /// Checks a search for a meaning before any I/O.
    func checkMeaning(for engine: EngineCapabilities) throws {
        guard let text, text.mode == .meaning else { return }
        guard engine.searchesByMeaning else {
            throw UnsupportedError(
                engine: engine.name, node: "search(mode: .meaning)",
                hint:
                    "Quire compares vectors only in a store; search for .anyWord, or load the content into a Store"
            )
        }
        _ = try module.requiredEmbedding
        guard sort.isEmpty else {
            throw QueryError(
                .incompatibleOperation, module: module.name, node: "search(mode: .meaning) with sort keys",
                expected: "no sort keys, because the meaning decides the order; or .anyWord")
        }
        guard text.query.plainText != nil else {
            throw QueryError(
                .incompatibleOperand, module: module.name, node: "search(mode: .meaning) with \(text.query)",
                expected: "a plain text, because phrases and excluded words have no vector; or .anyWord")
        }
    }
}
