extension SearchRequest {
    /// Checks that an engine can do what the request asks, and that the request makes sense, before any I/O.
    ///
    /// - Throws: `UnsupportedError` for what the engine cannot do, `QueryError` for what no engine can.
    public func check(for engine: EngineCapabilities) throws {
        // Paths are a facet's own; what has facets has them.
        for filter in [filter, metaFilter] + refinements.filter({ $0.paths == nil }).map(\.filter) {
            try filter?.check(for: engine, module: module.name)
        }
        try checkFacets(for: engine)
        try checkOrder(for: engine)
        try checkPage(for: engine)
        if let policy = offline.policy, policy != .network, !engine.offlinePolicies {
            throw UnsupportedError(
                engine: engine.name, node: "the offline policy \(policy.rawValue)",
                hint: "it keeps no answers; make the client with engine.offline(in: store)")
        }
        if text != nil, !engine.fullText {
            throw UnsupportedError(
                engine: engine.name, node: "search(\"…\")",
                hint: "it has no full text; use .like on a text field, or an engine that has it")
        }
        _ = try text?.searchedFields(of: module)
        if segment?.includesDevice == true, !engine.knowsDevice {
            throw UnsupportedError(
                engine: engine.name, node: "segmentWithDevice()",
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
            if case .value(let field) = key.property, !engine.sortsByValue {
                throw UnsupportedError(
                    engine: engine.name, node: "sort by the value \"\(field)\"",
                    hint: "it sorts by metadata only, for example by \\.updatedAt")
            }
            if key.nulls != nil, !engine.placesNulls {
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
            guard engine.cursors else {
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
        switch self {
        case .and(let operands), .or(let operands):
            for operand in operands { try operand.check(for: engine, module: module) }
        case .leaf(let leaf):
            guard engine.operations.contains(leaf.operation) else {
                throw UnsupportedError(
                    engine: engine.name, node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    hint: leaf.operation.alternative(in: engine))
            }
            guard leaf.value.isFinite else {
                throw QueryError(
                    .unfitOperand, module: module, node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    expected: "a finite number, not an infinity or NaN")
            }
        }
    }
}

extension FilterValue {
    fileprivate var isFinite: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .list(let values): values.allSatisfy(\.isFinite)
        default: true
        }
    }
}

extension FilterOperation {
    /// What to write instead of an operation that an engine does not have.
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
