import QuireCore
import QuireToolbox

/// Computes the functions of a request for one group, value by value.
struct AggregateResults: Sendable {
    private var counters: [Counter]

    fileprivate enum Counter: Sendable {
        case count(Int64)
        case distinct(Set<ValueKey>)
        case integers(IntegerSum, isAverage: Bool)
        case numbers(NumberSum, isAverage: Bool)
        case extreme(EvaluatedValue?, isLargest: Bool)
    }

    /// - Parameters:
    ///   - functions: The functions to compute.
    ///   - fields: The fields that they read.
    init(_ functions: [AggregateFunction], _ fields: [FieldDescriptor?]) {
        counters = zip(functions, fields).map { function, field in
            let isInteger = [.integer, .scalar(.integer)].contains(field?.kind)
            return switch function {
            case .count, .countValues: .count(0)
            case .countDistinct: .distinct([])
            case .sum: isInteger ? .integers(.init(), isAverage: false) : .numbers(.init(), isAverage: false)
            case .average:
                isInteger ? .integers(.init(), isAverage: true) : .numbers(.init(), isAverage: true)
            case .minimum: .extreme(nil, isLargest: false)
            case .maximum: .extreme(nil, isLargest: true)
            }
        }
    }

    /// Adds an item.
    ///
    /// - Parameter values: The item's values in each function's field. `nil` for `count`.
    mutating func add(_ values: [[EvaluatedValue]?]) {
        for (index, values) in values.enumerated() { counters[index].add(values) }
    }

    /// Adds a number of items that have the same value.
    ///
    /// - Parameters:
    ///   - value: The value. `nil` for functions that count items.
    ///   - index: The position of the function.
    mutating func add(_ value: EvaluatedValue?, times: Int64, to index: Int) {
        counters[index].add(value, times: times)
    }

    /// The results, in the order of the functions.
    func results(
        _ functions: [AggregateFunction], _ fields: [FieldDescriptor?], module: String
    ) throws(AggregateError) -> [FilterValue] {
        var results: [FilterValue] = []
        for (index, counter) in counters.enumerated() {
            switch counter {
            case .count(let count): results.append(.integer(count))
            case .distinct(let values): results.append(.integer(Int64(values.count)))
            case .integers(let sum, isAverage: true):
                results.append(sum.average.map(FilterValue.number) ?? .null)
            case .integers(let sum, isAverage: false):
                guard let sum = sum.sum else {
                    throw AggregateError(.overflow, module: module, function: functions[index])
                }
                results.append(.integer(sum))
            case .numbers(let sum, let isAverage):
                guard let total = sum.sum else {
                    throw AggregateError(.notFinite, module: module, function: functions[index])
                }
                results.append(isAverage ? sum.average.map(FilterValue.number) ?? .null : .number(total))
            case .extreme(let value, _):
                let key = value.flatMap(ValueKey.init)
                results.append(fields[index].flatMap { key?.filterValue(of: $0.kind) } ?? .null)
            }
        }
        return results
    }
}

extension AggregateResults.Counter {
    fileprivate mutating func add(_ value: EvaluatedValue?, times: Int64) {
        switch (self, value) {
        case (.count(let count), _): self = .count(count + times)
        case (.integers(var sum, let isAverage), .integer(let number)):
            sum.add(number, times: times)
            self = .integers(sum, isAverage: isAverage)
        case (.numbers(var sum, let isAverage), .number(let number)):
            self = .count(0)
            sum.add(number, times: times)
            self = .numbers(sum, isAverage: isAverage)
        case (.distinct, let value?), (.extreme, let value?): add([value])
        default: break
        }
    }

    fileprivate mutating func add(_ values: [EvaluatedValue]?) {
        switch self {
        case .count(let count):
            if values?.isEmpty != true { self = .count(count + 1) }
        case .distinct(var keys):
            self = .count(0)
            for value in values ?? [] { if let key = ValueKey(value) { keys.insert(key) } }
            self = .distinct(keys)
        case .integers(var sum, let isAverage):
            for case .integer(let number) in values ?? [] { sum.add(number) }
            self = .integers(sum, isAverage: isAverage)
        case .numbers(var sum, let isAverage):
            self = .count(0)
            for case .number(let number) in values ?? [] where !number.isNaN { sum.add(number) }
            self = .numbers(sum, isAverage: isAverage)
        case .extreme(var extreme, let isLargest):
            for value in values ?? [] {
                guard let bound = extreme else {
                    extreme = value
                    continue
                }
                if value.standing(to: bound) == (isLargest ? .greater : .less) { extreme = value }
            }
            self = .extreme(extreme, isLargest: isLargest)
        }
    }
}

/// A sum or an average that cannot be represented. Nothing is wrapped, rounded or left out instead.
public struct AggregateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        /// The sum of integers exceeds 64 bits.
        case overflow
        /// The sum of numbers exceeds the range of `Double`, or one of the numbers is infinite.
        case notFinite
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    public var function: AggregateFunction

    public init(_ reason: Reason, module: String, function: AggregateFunction) {
        self.reason = reason
        self.module = module
        self.function = function
    }

    public var description: String {
        let failure = "Could not compute \(function) in \(module)"
        return switch reason {
        case .overflow:
            PlainText.error(
                "\(failure): the sum exceeds 64 bits", "Narrow the query, or use the average.")
        case .notFinite:
            PlainText.error(
                "\(failure): the sum exceeds the range of Double, or a value is infinite",
                "Narrow the query to smaller values.")
        }
    }
}
