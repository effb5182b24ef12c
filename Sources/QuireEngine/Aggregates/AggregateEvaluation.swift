import QuireCore

/// Computes aggregates of instances held as JSON, in plain Swift. This is the reference for all engines.
package struct AggregateEvaluation: Sendable {
    private let request: AggregateRequest
    private let functions: [AggregateFunction]
    private let fields: [FieldDescriptor?]
    private let grouping: GroupReading?
    /// The value of a grouping across relations.
    package let groupedValue: RelatedValue?
    private var groups: [ValueKey?: AggregateResults] = [:]

    /// - Throws: `QueryError` if the request is invalid.
    package init(_ request: AggregateRequest) throws(QueryError) {
        try request.checkMeaning()
        self.request = request
        functions = request.computed
        var fields: [FieldDescriptor?] = []
        for function in functions { fields.append(try request.field(of: function)) }
        self.fields = fields
        grouping =
            if let grouping = request.grouping {
                GroupReading(grouping, of: try request.field(of: grouping))
            } else {
                nil
            }
        groupedValue =
            if let path = request.relatedGrouping {
                try RelatedValue(
                    path, named: path.joinedName, from: request.search.module, in: "group(by:)")
            } else {
                nil
            }
        if grouping == nil { groups[nil] = AggregateResults(functions, fields) }
    }

    /// The wire names of the module's fields that are read.
    package var fieldNames: [String] {
        let grouped = request.groupingSteps.first.map { .value($0.relation) } ?? request.grouping?.property
        return (functions.map(\.property) + [grouped]).compactMap { property in
            if case .value(let name)? = property { name } else { nil }
        }
    }

    /// Adds an item.
    ///
    /// - Parameter find: Returns the instance of a module with an id, or `nil` if there is none. A grouping across
    ///   relations reads it.
    package mutating func add(
        _ instance: JSONValue, find: (ModuleDescriptor, String) -> JSONValue? = { _, _ in nil }
    ) {
        let values = zip(functions, fields).map { function, field in
            field.map { instance.values(of: $0, function.property) }
        }
        let keys = grouping.map { grouping in
            if let groupedValue {
                let value = groupedValue.value(in: instance, find: find)
                return grouping.keys(of: EvaluatedValue.values(in: value, of: grouping.field.kind))
            }
            return grouping.keys(of: instance.values(of: grouping.field, request.grouping?.property))
        }
        for key in keys ?? [nil] {
            groups[key, default: AggregateResults(functions, fields)].add(values)
        }
    }

    /// Adds a number of items that have the same value, for engines that count the items of each value.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - groupValue: The value in the field of the grouping. `nil` for none, and without a grouping.
    ///   - value: The value in the field of the functions. `nil` for functions that count items.
    ///   - positions: The positions of the functions among those that the request computes.
    package mutating func add(
        _ count: Int64, inGroupOf groupValue: EvaluatedValue?, with value: EvaluatedValue?,
        to positions: [Int]
    ) {
        for key in grouping?.keys(of: groupValue.map { [$0] } ?? []) ?? [nil] {
            var results = groups.removeValue(forKey: key) ?? AggregateResults(functions, fields)
            for position in positions { results.add(value, times: count, to: position) }
            groups[key] = results
        }
    }

    /// The groups of the added items.
    ///
    /// - Throws: `AggregateError` if a sum of any group exceeds its type.
    package func response() throws(AggregateError) -> AggregateResponse {
        var rows: [AggregateResponse.Row] = []
        for (key, results) in groups {
            let key = key.flatMap { grouping?.filterValue(of: $0) } ?? .null
            rows.append(
                .init(
                    key: key,
                    results: try results.results(functions, fields, module: request.search.module.name)))
        }
        rows.removeAll { row in
            !request.having.allSatisfy { $0.holds(of: result($0.function, of: row)) }
        }
        rows.sort { precedes($0, $1) }
        if let limit = request.limit { rows = Array(rows.prefix(limit)) }
        for index in rows.indices {
            rows[index].results.removeLast(functions.count - request.functions.count)
        }
        return AggregateResponse(rows: rows)
    }

    private func result(_ function: AggregateFunction, of row: AggregateResponse.Row) -> FilterValue {
        functions.firstIndex(of: function).map { row.results[$0] } ?? .null
    }

    private func precedes(_ left: AggregateResponse.Row, _ right: AggregateResponse.Row) -> Bool {
        switch request.order {
        case .key(.ascending): return left.key.isLess(than: right.key)
        case .key(.descending): return right.key.isLess(than: left.key)
        case .function(let function, let order):
            let (first, second) = (result(function, of: left), result(function, of: right))
            if first.isLess(than: second) { return order == .ascending }
            if second.isLess(than: first) { return order == .descending }
            return left.key.isLess(than: right.key)
        }
    }
}

/// Reads the groups of an item.
private struct GroupReading: Sendable {
    let field: FieldDescriptor
    private let way: Way

    private enum Way: Sendable {
        case values
        case periods(PeriodCalendar)
        case ranges([EvaluatedValue])
    }

    init(_ grouping: AggregateGrouping, of field: FieldDescriptor) {
        self.field = field
        way =
            switch grouping {
            case .values: .values
            case .periods(_, let period, let zone): .periods(PeriodCalendar(period, in: zone, of: field))
            case .ranges(_, let bounds):
                .ranges(bounds.compactMap { EvaluatedValue($0, comparedWith: field.kind) })
            }
    }

    /// The groups of an item with the values, each once. The group of no value if there are none.
    func keys(of values: [EvaluatedValue]) -> Set<ValueKey?> {
        let keys = values.compactMap(key)
        return keys.isEmpty ? [nil] : Set(keys)
    }

    private func key(of value: EvaluatedValue) -> ValueKey? {
        switch (way, value) {
        case (.values, _): ValueKey(value)
        case (.periods(let calendar), .integer(let date)): .integer(calendar.localStart(of: date))
        case (.periods, _): nil
        case (.ranges(let bounds), _):
            .integer(Int64(bounds.firstIndex { value.standing(to: $0) == .less } ?? bounds.count))
        }
    }

    func filterValue(of key: ValueKey) -> FilterValue {
        switch (way, key) {
        case (.periods(let calendar), .integer(let start)):
            .date(milliseconds: calendar.firstInstant(from: start))
        case (.ranges, .integer(let index)): .integer(index)
        default: key.filterValue(of: field.kind)
        }
    }
}

extension JSONValue {
    /// The values of an instance in a field of the module or its metadata.
    fileprivate func values(
        of field: FieldDescriptor, _ property: AggregateFunction.Property?
    ) -> [EvaluatedValue] {
        let object = if case .metadata? = property { self } else { member("values") ?? .null }
        return EvaluatedValue.values(of: field, in: object)
    }
}

extension AggregateCondition {
    /// Whether a result meets the condition. No value does not.
    fileprivate func holds(of result: FilterValue) -> Bool {
        guard result != .null else { return false }
        let (isLess, isGreater) = (result.isLess(than: value), value.isLess(than: result))
        return switch comparison {
        case .equal: !isLess && !isGreater
        case .atLeast: !isLess
        case .atMost: !isGreater
        case .lessThan: isLess
        case .moreThan: isGreater
        }
    }
}

extension FilterValue {
    /// Whether the value sorts before another result of the same function, or another key of the same grouping. No value
    /// is the smallest.
    fileprivate func isLess(than other: FilterValue) -> Bool {
        switch (compared, other.compared) {
        case (nil, nil), (_, nil): false
        case (nil, _): true
        case (let left?, let right?): left.standing(to: right) == .less
        }
    }

    private var compared: EvaluatedValue? {
        switch self {
        case .string(let text): .text(text)
        case .integer(let number), .date(let number): .integer(number)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .null, .list, .field: nil
        }
    }
}
