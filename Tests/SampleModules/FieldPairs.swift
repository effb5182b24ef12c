import Foundation
public import Quire

/// Items with two fields of each type, and random comparisons of them, with a plain evaluator.
public struct FieldPairs: Sendable {
    public static let module = ModuleDescriptor(
        name: "pairs",
        fields: [
            FieldDescriptor(name: "text", kind: .text), FieldDescriptor(name: "note", kind: .longText),
            FieldDescriptor(name: "count", kind: .integer), FieldDescriptor(name: "size", kind: .integer),
            FieldDescriptor(name: "price", kind: .number), FieldDescriptor(name: "cost", kind: .number),
            FieldDescriptor(name: "starts", kind: .dateTime(.epochMilliseconds)),
            FieldDescriptor(name: "ends", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "isNew", kind: .boolean), FieldDescriptor(name: "isSold", kind: .boolean),
            FieldDescriptor(name: "place", kind: .choice), FieldDescriptor(name: "home", kind: .choice),
            FieldDescriptor(name: "owner", kind: .relation(module: "pairs")),
            FieldDescriptor(name: "tags", kind: .list(.text)),
        ])

    /// The fields that can be compared with each other.
    private static let groups = [
        ["text", "note", "place", "home", "owner"], ["count", "size", "price", "cost"], ["starts", "ends"],
        ["isNew", "isSold"],
    ]

    /// A value as the evaluator compares it. Numbers are doubled, so that halves are whole.
    private enum Value: Sendable {
        case text([UInt8]), number(Int64), truth(Bool)

        func isLess(than other: Value) -> Bool {
            switch (self, other) {
            case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
            case (.number(let left), .number(let right)): left < right
            default: false
            }
        }

        func isEqual(to other: Value) -> Bool {
            switch (self, other) {
            case (.text(let left), .text(let right)): left == right
            case (.number(let left), .number(let right)): left == right
            case (.truth(let left), .truth(let right)): left == right
            default: false
            }
        }
    }

    /// The instances as lines of JSON.
    public private(set) var lines: [String] = []
    private var values: [[String: Value]] = []
    private var random: RandomNumbers

    public init(seed: UInt64, count: Int = 150) {
        random = RandomNumbers(state: seed)
        for number in 0..<count {
            var members: [String] = []
            var item: [String: Value] = [:]
            for field in Self.module.fields.fields where random.below(4) > 0 {
                let (json, value) = value(of: field)
                members.append("\"\(field.name)\":\(json)")
                item[field.name] = value
            }
            lines.append("{\"id\":\"i\(number)\",\"values\":{\(members.joined(separator: ","))}}")
            values.append(item)
        }
    }

    private mutating func value(of field: FieldDescriptor) -> (json: String, value: Value?) {
        switch field.kind {
        case .integer:
            let number = [0, 1, -1, 2, 1 << 53, 1 << 53 + 1][random.below(6)] as Int64
            return ("\(number)", .number(number * 2))
        case .number:
            let (json, twice) = [("0.5", 1), ("1", 2), ("-0.0", 0), ("2", 4), ("9007199254740992", 1 << 54)][
                random.below(5)]
            return (json, .number(Int64(twice)))
        case .dateTime(.rfc3339):
            let second = random.below(4)
            return ("\"1970-01-01T00:00:0\(second)Z\"", .number(Int64(second) * 1_000))
        case .dateTime:
            let milliseconds = random.below(8) * 500
            return ("\(milliseconds)", .number(Int64(milliseconds)))
        case .boolean:
            let truth = random.below(2) == 0
            return ("\(truth)", .truth(truth))
        case .list: return (#"["a","b"]"#, nil)
        default:
            let text = ["a", "A", "", "é", "e\u{301}", "i1", "🎈"][random.below(7)]
            return ("\"\(text)\"", .text(Array(text.utf8)))
        }
    }

    /// A random filter of comparisons of fields.
    public mutating func filter(depth: Int = 3) -> Filter {
        let choice = random.below(6)
        if depth > 0, choice < 2 { return .and(operands(depth)) }
        if depth > 0, choice < 4 { return .or(operands(depth)) }
        if depth > 0, choice == 4 { return filter(depth: depth - 1).negated(in: Self.module.fields) }
        let group = Self.groups[random.below(Self.groups.count)]
        let left = group[random.below(group.count)]
        let right = group[random.below(group.count)]
        let ordered: [FilterOperation] = [
            .less, .lessOrEqual, .greater, .greaterOrEqual, .notLess, .notGreater,
        ]
        let operations = [.equal, .notEqual] + (group.contains("isNew") ? [] : ordered)
        return .leaf(
            .init(operations[random.below(operations.count)], left, value: .field(right), type: .string))
    }

    private mutating func operands(_ depth: Int) -> [Filter] {
        (0..<random.below(4)).map { _ in filter(depth: depth - 1) }
    }

    /// The ids of the items that match, sorted.
    public func ids(matching filter: Filter) -> [String] {
        values.indices.filter { holds(filter, values[$0]) }.map { "i\($0)" }.sorted()
    }

    private func holds(_ filter: Filter, _ item: [String: Value]) -> Bool {
        switch filter {
        case .and(let operands): return operands.allSatisfy { holds($0, item) }
        case .or(let operands): return operands.contains { holds($0, item) }
        case .any, .none: return false
        case .leaf(let leaf):
            guard case .field(let other) = leaf.value else { return false }
            let pair = item[leaf.property].flatMap { left in item[other].map { (left, $0) } }
            func meets(_ test: (Value, Value) -> Bool) -> Bool { pair.map { test($0.0, $0.1) } ?? false }
            return switch leaf.operation {
            case .equal: meets { $0.isEqual(to: $1) }
            case .notEqual: !meets { $0.isEqual(to: $1) }
            case .less: meets { $0.isLess(than: $1) }
            case .lessOrEqual: meets { $0.isLess(than: $1) || $0.isEqual(to: $1) }
            case .greater: meets { $1.isLess(than: $0) }
            case .greaterOrEqual: meets { $1.isLess(than: $0) || $0.isEqual(to: $1) }
            case .notLess: !meets { $0.isLess(than: $1) }
            case .notGreater: !meets { $1.isLess(than: $0) }
            case .notLessOrEqual: !meets { $0.isLess(than: $1) || $0.isEqual(to: $1) }
            case .notGreaterOrEqual: !meets { $1.isLess(than: $0) || $0.isEqual(to: $1) }
            default: false
            }
        }
    }

    /// The number of random filters with which an engine finds other items than the evaluator.
    public mutating func differences(of engine: some ContentEngine, filters: Int = 500) async throws -> Int {
        var differences = 0
        for _ in 0..<filters {
            let filter = filter()
            var request = SearchRequest(module: Self.module)
            request.filter = filter
            request.page = .all
            let data = try await engine.searchData(request)
            let found = try JSONDecoder().decode([Found].self, from: data).map(\.id).sorted()
            if found != ids(matching: filter) { differences += 1 }
        }
        return differences
    }

    private struct Found: Decodable { var id: String }
}
