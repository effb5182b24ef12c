import QuireCore

/// An untyped request for aggregates: the value that every ``AggregatingEngine`` receives.
public struct AggregateRequest: Sendable, Hashable {
    /// The items to look at. Page, limit, sort keys, fields, included relations and facets have no effect.
    public var search: SearchRequest
    /// The functions to compute for all items, or for each group.
    public var functions: [AggregateFunction]
    /// How the items are grouped. `nil` computes the functions once, for all items.
    public var grouping: AggregateGrouping?
    /// The relations to follow from the module to the property of the grouping, each to at most one item. Empty for a
    /// property of the module itself.
    public var groupingSteps: [RelationStep]
    /// The conditions that a group must meet, all of them.
    public var having: [AggregateCondition] = []
    public var order = AggregateOrder.key(.ascending)
    /// The largest number of groups to return. `nil` means all.
    public var limit: Int?

    public init(
        _ functions: [AggregateFunction], of search: SearchRequest,
        groupedBy grouping: AggregateGrouping? = nil, behind steps: [RelationStep] = []
    ) {
        self.search = search
        self.functions = functions
        self.grouping = grouping
        groupingSteps = steps
    }

    /// The path of a grouping across relations. `nil` for a property of the module itself.
    package var relatedGrouping: FieldPath? {
        guard let grouping, !groupingSteps.isEmpty else { return nil }
        return FieldPath(grouping.property.nameAndPlace.name, behind: groupingSteps)
    }

    /// The search for the items, without the parts that have no effect. It selects the field of a grouping across
    /// relations.
    package var items: SearchRequest {
        var items = search
        items.page = .all
        items.limit = nil
        items.removeSort()
        items.fields = []
        items.relatedFields = relatedGrouping.map { [$0] } ?? []
        items.include = []
        items.includesAll = false
        items.facets = []
        items.countsTotal = false
        items.fallback = nil
        return items
    }

    /// The functions to compute: those of the request, then those that only conditions or the order use.
    package var computed: [AggregateFunction] {
        var functions = functions
        for function in having.map(\.function) + [order.function].compactMap({ $0 })
        where !functions.contains(function) {
            functions.append(function)
        }
        return functions
    }
}

/// The order of groups. Ties are in ascending order of the key.
public enum AggregateOrder: Sendable, Hashable {
    /// By key, no value first in ascending order.
    case key(SortOrder)
    /// By the result of a function, no value first in ascending order.
    case function(AggregateFunction, SortOrder)
}

extension AggregateOrder {
    /// The function that determines the order. `nil` for the order of the keys.
    package var function: AggregateFunction? {
        if case .function(let function, _) = self { function } else { nil }
    }
}

/// The groups of an ``AggregateRequest``, in its order. Without a grouping, one group with the key `null`.
public struct AggregateResponse: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        /// The key: the value, the first instant of the period, or the number of the range from 0 on. `null` for the items
        /// that have no value.
        public var key: FilterValue
        /// The results, in the order of the request's functions. `null` for the minimum, maximum and average of no value.
        public var results: [FilterValue]

        public init(key: FilterValue, results: [FilterValue]) {
            self.key = key
            self.results = results
        }
    }

    public var rows: [Row]

    public init(rows: [Row]) { self.rows = rows }
}

extension AggregateRequest {
    /// Checks the request for an engine, apart from its search.
    ///
    /// - Parameter capabilities: The engine's capabilities. `nil` for an engine that groups by the module's own fields only.
    /// - Throws: `UnsupportedError` for a grouping across relations that the engine cannot compute; `QueryError`.
    package func check(for capabilities: EngineCapabilities? = nil) throws {
        try checkMeaning()
        guard let path = relatedGrouping, capabilities?.groupsAcrossRelations != true else { return }
        throw UnsupportedError(
            engine: capabilities?.name ?? "this engine",
            node: "groups by \"\(path.joinedName)\", across relations",
            hint:
                "let the client compute them with .fallback(.clientSide(maxScanned: 1_000)), which reads the items"
        )
    }

    /// Checks that the request is valid on any engine, apart from its search.
    ///
    /// - Throws: `QueryError` for a field that the module does not have, a function that does not apply to its field, ranges
    ///   that do not ascend, or an invalid limit.
    package func checkMeaning() throws(QueryError) {
        for function in computed { _ = try field(of: function) }
        if let grouping { try check(grouping) }
        for condition in having { try check(condition) }
        if let limit, limit < 1 {
            throw QueryError(
                .invalidPage, module: search.module.name, node: "limit \(limit)",
                expected: "a limit of at least 1")
        }
    }

    /// The field that a function reads. `nil` for `count`.
    package func field(of function: AggregateFunction) throws(QueryError) -> FieldDescriptor? {
        guard let property = function.property else { return nil }
        let field = try field(property, in: function.description)
        switch function {
        case .count, .countValues: break
        case .countDistinct, .minimum, .maximum:
            try expect(
                !field.isUnordered, node: function.description, expected: "a field whose values have an order"
            )
        case .sum, .average:
            try expect(
                field.kind.comparison == .number && field.kind.listElement == nil, node: function.description,
                expected: "a field that holds one number")
        }
        return field
    }

    /// The field that a grouping reads, in the module that its relations lead to.
    package func field(of grouping: AggregateGrouping) throws(QueryError) -> FieldDescriptor {
        let (module, part) = (search.module, "group(by:)")
        guard let path = try RelatedPath(groupingSteps, over: module.fields, module: module.name, in: part)
        else { return try field(grouping.property, in: part) }
        let (name, isMetadata) = grouping.property.nameAndPlace
        guard !isMetadata, let field = path.target.fields[path: name] else {
            let joined = FieldPath(name, behind: groupingSteps).joinedName
            throw QueryError(
                .unknownProperty, module: module.name, node: "\"\(joined)\" in \(part)",
                expected: "a field of \(path.target.name)")
        }
        return field
    }

    private func field(
        _ property: AggregateFunction.Property, in node: String
    ) throws(QueryError) -> FieldDescriptor {
        let (name, isMetadata) = property.nameAndPlace
        guard let field = (isMetadata ? FieldTable.metadata : search.module.fields)[path: name] else {
            throw QueryError(
                .unknownProperty, module: search.module.name, node: "\"\(name)\" in \(node)",
                expected: "a field of the module or a key of its metadata")
        }
        return field
    }

    private func check(_ grouping: AggregateGrouping) throws(QueryError) {
        let field = try field(of: grouping)
        let name = relatedGrouping?.joinedName ?? field.name
        let node = "group(by: \"\(name)\")"
        try expect(!field.isUnordered, node: node, expected: "a field whose values have an order")
        switch grouping {
        case .values: break
        case .periods(_, let period, let zone):
            try expect(
                field.kind.comparison == .date, node: "\(node) by \(period.rawValue)", expected: "a date")
            try expect(
                zone != nil || field.isDateOnly, node: "\(node) by \(period.rawValue)",
                expected:
                    "a time zone, because the dates have a time: group(by: \\.\(name), .\(period.rawValue), in: zone)"
            )
        case .ranges(_, let bounds):
            try expect(
                (1...1_000).contains(bounds.count), node: "\(node) in \(bounds.count + 1) ranges",
                expected: "1 to 1,000 bounds")
            let values = bounds.compactMap { EvaluatedValue($0, comparedWith: field.kind) }
            try expect(
                values.count == bounds.count
                    && zip(values, values.dropFirst()).allSatisfy { $0.standing(to: $1) == .less },
                node: "\(node) in ranges", expected: "ascending bounds of the field's type")
        }
    }

    private func check(_ condition: AggregateCondition) throws(QueryError) {
        let kind = try kind(of: condition.function)
        try expect(
            EvaluatedValue(condition.value, comparedWith: kind) != nil, node: "having \(condition.function)",
            expected: "a value of the result's type")
    }

    /// The kind of a function's result.
    package func kind(of function: AggregateFunction) throws(QueryError) -> FieldKind {
        switch function {
        case .count, .countValues, .countDistinct: .integer
        case .average: .number
        case .sum, .minimum, .maximum: try field(of: function)?.kind.innermost ?? .integer
        }
    }

    private func expect(_ isMet: Bool, node: String, expected: String) throws(QueryError) {
        guard !isMet else { return }
        throw QueryError(.incompatibleOperation, module: search.module.name, node: node, expected: expected)
    }
}

extension FieldDescriptor {
    /// Whether the values have no order, such as points, objects and any JSON.
    fileprivate var isUnordered: Bool { [.nothing, .place].contains(kind.comparison) }
}

extension EvaluatedValue {
    /// The value as it compares with values of a kind. `nil` if the two do not compare.
    init?(_ value: FilterValue, comparedWith kind: FieldKind) {
        switch (value, kind.comparison) {
        case (.string(let text), .text): self = .text(text)
        case (.integer(let number), .number), (.integer(let number), .date), (.date(let number), .date):
            self = .integer(number)
        case (.number(let number), .number) where !number.isNaN: self = .number(number)
        case (.boolean(let truth), .boolean): self = .boolean(truth)
        default: return nil
        }
    }
}

/// An engine that computes aggregates itself.
///
/// `ContentClient` refuses aggregates on other engines, unless the query has a fallback. Then it reads the items and
/// computes them.
public protocol AggregatingEngine: ContentEngine {
    /// Computes the functions of a request exactly, over all items that its search finds.
    ///
    /// - Throws: `UnsupportedError` and `QueryError` before any I/O; `AggregateError` if a sum exceeds its type; the
    ///   engine's errors.
    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse

    /// Throws the errors that the request would throw before any I/O. Returns if the engine can run it.
    func validate(_ request: AggregateRequest) throws

    /// Describes in readable form what the engine would send or run for the request.
    func explain(_ request: AggregateRequest) throws -> String
}

extension ObservedEngine: AggregatingEngine where Base: AggregatingEngine {
    public func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await observing(
            "aggregate", [request.search.module.name], counting: { .init(rows: $0.rows.count) }
        ) { try await base.aggregate(request) }
    }

    public func validate(_ request: AggregateRequest) throws { try base.validate(request) }

    public func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
