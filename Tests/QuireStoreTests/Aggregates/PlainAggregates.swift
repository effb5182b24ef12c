#if SQLite
import Foundation
import Quire

/// Aggregates as a plain computation over Swift values, to compare engines with. It shares no code with them.
struct PlainAggregates {
    /// A value as this computation compares it: a number, or the bytes of a text.
    enum Value: Hashable, Comparable {
        case none
        case number(Double)
        case text([UInt8])

        static func < (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.none, .none), (_, .none): false
            case (.none, _): true
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    struct Row: Hashable {
        var key: Value
        var results: [Value]
    }

    let request: AggregateRequest

    func rows(_ items: [Sale]) -> [Row] {
        var groups: [Value: [Sale]] = [:]
        for item in items { for key in keys(of: item) { groups[key, default: []].append(item) } }
        if request.grouping == nil, groups.isEmpty { groups[.none] = [] }
        var rows = groups.map { key, items in (key: key, items: items) }
        rows.removeAll { row in !request.having.allSatisfy { meets($0, row.items) } }
        rows.sort { left, right in
            switch request.order {
            case .key(let order): return order == .ascending ? left.key < right.key : right.key < left.key
            case .function(let function, let order):
                let (first, second) = (result(function, left.items), result(function, right.items))
                if first == second { return left.key < right.key }
                return order == .ascending ? first < second : second < first
            }
        }
        return rows.prefix(request.limit ?? .max).map { row in
            Row(key: row.key, results: request.functions.map { result($0, row.items) })
        }
    }

    private func meets(_ condition: AggregateCondition, _ items: [Sale]) -> Bool {
        let (result, value) = (result(condition.function, items), Value(condition.value))
        if result == .none { return false }
        return switch condition.comparison {
        case .equal: result == value
        case .atLeast: result >= value
        case .atMost: result <= value
        case .lessThan: result < value
        case .moreThan: result > value
        }
    }

    private func keys(of item: Sale) -> Set<Value> {
        guard let grouping = request.grouping else { return [.none] }
        let values = Self.values(of: item, grouping.property)
        if values.isEmpty { return [.none] }
        switch grouping {
        case .values: return Set(values)
        case .periods(let property, let period, let zone):
            var calendar = Calendar(identifier: .iso8601)
            calendar.timeZone = property == .value("day") ? .gmt : zone ?? .gmt
            let component: Calendar.Component =
                switch period {
                case .day: .day
                case .week: .weekOfYear
                case .month: .month
                case .year: .year
                }
            return Set(
                values.map { value in
                    guard case .number(let milliseconds) = value else { return .none }
                    let date = Date(timeIntervalSince1970: milliseconds / 1000)
                    let start = calendar.dateInterval(of: component, for: date)?.start ?? .distantPast
                    return .number((start.timeIntervalSince1970 * 1000).rounded())
                })
        case .ranges(_, let bounds):
            let bounds = bounds.map { Value($0) }
            return Set(values.map { value in .number(Double(bounds.count { $0 <= value })) })
        }
    }

    private func result(_ function: AggregateFunction, _ items: [Sale]) -> Value {
        guard let property = function.property else { return .number(Double(items.count)) }
        let lists = items.map { Self.values(of: $0, property) }
        let values = lists.flatMap { $0 }
        let sum = values.reduce(0) { sum, value in
            if case .number(let number) = value { sum + number } else { sum }
        }
        switch function {
        case .count: return .number(Double(items.count))
        case .countValues: return .number(Double(lists.count { !$0.isEmpty }))
        case .countDistinct: return .number(Double(Set(values).count))
        case .sum: return .number(sum)
        case .average: return values.isEmpty ? .none : .number(sum / Double(values.count))
        case .minimum: return values.min() ?? .none
        case .maximum: return values.max() ?? .none
        }
    }

    private static func values(of item: Sale, _ property: AggregateFunction.Property) -> [Value] {
        switch property {
        case .metadata("updatedAt"): item.metadata.updatedAt.map { [date($0)] } ?? []
        case .value("language"): item.values.language.map { [.text(Array($0.utf8))] } ?? []
        case .value("remarks"): item.values.remarks.map { [.text(Array($0.utf8))] } ?? []
        case .value("pages"): item.values.pages.map { [.number(Double($0))] } ?? []
        case .value("price"): item.values.price.map { [.number($0)] } ?? []
        case .value("isNew"): item.values.isNew.map { [.number($0 ? 1 : 0)] } ?? []
        case .value("soldAt"): item.values.soldAt.map { [date($0)] } ?? []
        case .value("day"): item.values.day.map { [date($0)] } ?? []
        case .value("tags"): item.values.tags.map { .text(Array($0.utf8)) }
        case .value("scores"): item.values.scores.map { .number(Double($0)) }
        default: []
        }
    }

    private static func date(_ date: Date) -> Value { .number((date.timeIntervalSince1970 * 1000).rounded()) }
}

extension PlainAggregates.Value {
    init(_ value: FilterValue) {
        self =
            switch value {
            case .null, .list, .field: .none
            case .string(let text): .text(Array(text.utf8))
            case .integer(let number), .date(let number): .number(Double(number))
            case .number(let number): .number(number)
            case .boolean(let truth): .number(truth ? 1 : 0)
            }
    }
}

extension AggregateResponse {
    /// The rows in the form of the plain computation.
    var plainRows: [PlainAggregates.Row] {
        rows.map { .init(key: .init($0.key), results: $0.results.map { .init($0) }) }
    }
}
#endif
