import QuireCore

/// A filter with a not-node, before `not` is compiled away.
indirect enum QueryTree: Sendable, Hashable {
    case leaf(Filter.Leaf)
    case and([QueryTree])
    case or([QueryTree])
    case not(QueryTree)

    /// The filter tree: `not` is pushed down to the leaves (De Morgan's laws), which have exact complements.
    var filter: Filter { filter(isNegated: false) }

    private func filter(isNegated: Bool) -> Filter {
        switch self {
        case .leaf(var leaf):
            if isNegated { leaf.operation = leaf.operation.opposite }
            return .leaf(leaf)
        case .and(let operands):
            let filters = operands.map { $0.filter(isNegated: isNegated) }
            return isNegated ? .or(filters) : .and(filters)
        case .or(let operands):
            let filters = operands.map { $0.filter(isNegated: isNegated) }
            return isNegated ? .and(filters) : .or(filters)
        case .not(let operand): return operand.filter(isNegated: !isNegated)
        }
    }

    /// The trees that are one step simpler, simplest first.
    var simplifications: [QueryTree] {
        switch self {
        case .leaf: return []
        case .not(let operand): return [operand] + operand.simplifications.map(QueryTree.not)
        case .and(let operands): return Self.simplifications(of: operands, QueryTree.and)
        case .or(let operands): return Self.simplifications(of: operands, QueryTree.or)
        }
    }

    private static func simplifications(
        of operands: [QueryTree], _ rebuild: ([QueryTree]) -> QueryTree
    ) -> [QueryTree] {
        var simpler = operands
        for index in operands.indices {
            var fewer = operands
            fewer.remove(at: index)
            simpler.append(rebuild(fewer))
        }
        for index in operands.indices {
            for replacement in operands[index].simplifications {
                var changed = operands
                changed[index] = replacement
                simpler.append(rebuild(changed))
            }
        }
        return simpler
    }

    /// The smallest tree that still fails, found by removing one part after the other.
    func shrunk(while fails: (QueryTree) async throws -> Bool) async rethrows -> QueryTree {
        for simpler in simplifications where try await fails(simpler) {
            return try await simpler.shrunk(while: fails)
        }
        return self
    }
}

extension FilterOperation {
    /// The operation that is true exactly if this one is false.
    var opposite: FilterOperation {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .in: .notIn
        case .notIn: .in
        case .greater: .notGreater
        case .notGreater: .greater
        case .greaterOrEqual: .notGreaterOrEqual
        case .notGreaterOrEqual: .greaterOrEqual
        case .less: .notLess
        case .notLess: .less
        case .lessOrEqual: .notLessOrEqual
        case .notLessOrEqual: .lessOrEqual
        case .like: .notLike
        case .notLike: .like
        case .contains: .notContains
        case .notContains: .contains
        case .hasPrefix: .notHasPrefix
        case .notHasPrefix: .hasPrefix
        case .hasSuffix: .notHasSuffix
        case .notHasSuffix: .hasSuffix
        case .between: .notBetween
        case .notBetween: .between
        case .near: .notNear
        case .notNear: .near
        case .within: .notWithin
        case .notWithin: .within
        }
    }
}

extension QueryTree {
    /// The tree as HALO's JSON (without `not`) and as Swift, for a failure report.
    var report: String { "HALO: \(filter.haloText)\nSwift: \(filter.swiftText)" }
}

extension Filter {
    var haloText: String {
        switch self {
        case .and(let operands): Self.haloText("and", operands)
        case .or(let operands): Self.haloText("or", operands)
        case .any, .none: String(decoding: json, as: UTF8.self)
        case .leaf(let leaf):
            """
            {"operation":"\(leaf.operation.rawValue)","property":\(jsonText(leaf.property)),\
            "value":\(leaf.value.haloText),"type":"\(leaf.type.rawValue)"}
            """
        }
    }

    private static func haloText(_ condition: String, _ operands: [Filter]) -> String {
        "{\"condition\":\"\(condition)\",\"operands\":[\(operands.map(\.haloText).joined(separator: ","))]}"
    }

    var swiftText: String {
        switch self {
        case .and(let operands): ".and([\(operands.map(\.swiftText).joined(separator: ", "))])"
        case .or(let operands): ".or([\(operands.map(\.swiftText).joined(separator: ", "))])"
        case .any(let step, let operand): ".any(\(step), \(operand.swiftText))"
        case .none(let step, let operand): ".none(\(step), \(operand.swiftText))"
        case .leaf(let leaf):
            ".leaf(.init(.\(leaf.operation), \(leaf.property.debugDescription), \(leaf.value.swiftText), type: .\(leaf.type)))"
        }
    }
}

extension FilterValue {
    fileprivate var haloText: String {
        switch self {
        case .null: "null"
        case .string(let text): jsonText(text)
        case .integer(let number), .date(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let truth): "\(truth)"
        case .field(let name): "{\"field\":\(jsonText(name))}"
        case .list(let values): "[\(values.map(\.haloText).joined(separator: ","))]"
        }
    }

    fileprivate var swiftText: String {
        switch self {
        case .null: ".null"
        case .string(let text): ".string(\(text.debugDescription))"
        case .integer(let number): ".integer(\(number))"
        case .number(let number): ".number(\(number))"
        case .boolean(let truth): ".boolean(\(truth))"
        case .field(let name): ".field(\(name.debugDescription))"
        case .date(let milliseconds): ".date(milliseconds: \(milliseconds))"
        case .list(let values): ".list([\(values.map(\.swiftText).joined(separator: ", "))])"
        }
    }
}

extension QueryTree {
    /// The leaves, in the order of the filter.
    var leaves: [Filter.Leaf] { filter.leaves }
}

extension Filter {
    var leaves: [Filter.Leaf] {
        switch self {
        case .leaf(let leaf): [leaf]
        case .and(let operands), .or(let operands): operands.flatMap(\.leaves)
        case .any(_, let operand), .none(_, let operand): operand.leaves
        }
    }
}

/// Random and/or/not trees over a pool of leaves.
enum RandomTrees {
    static func trees(_ count: Int, over leaves: [Filter.Leaf], seed: UInt64) -> [QueryTree] {
        var random = Draws(seed: seed)
        return (0..<count).map { index in tree(depth: 4 + index % 2, leaves, &random) }
    }

    private static func tree(
        depth: Int, _ leaves: [Filter.Leaf], _ random: inout Draws
    ) -> QueryTree {
        // Sometimes leaves at a higher level, so that branches have uneven depths.
        if depth == 0 || Int.random(in: 0..<6, using: &random) == 0 {
            return .leaf(leaves[Int.random(in: 0..<leaves.count, using: &random)])
        }
        func operands(_ random: inout Draws) -> [QueryTree] {
            // Sometimes an empty branch: `and []` is true, `or []` is false.
            let count =
                Int.random(in: 0..<20, using: &random) == 0 ? 0 : Int.random(in: 1...3, using: &random)
            return (0..<count).map { _ in tree(depth: depth - 1, leaves, &random) }
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: return .and(operands(&random))
        case 2, 3: return .or(operands(&random))
        default: return .not(tree(depth: depth - 1, leaves, &random))
        }
    }
}

/// A generator of repeatable random numbers (SplitMix64): the same numbers for the same seed.
struct Draws: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    package mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    /// One of the values, or `nil` one time in five.
    mutating func oneOrNone<Value>(of values: [Value]) -> Value? {
        Int.random(in: 0..<5, using: &self) == 0 ? nil : one(of: values)
    }

    mutating func some(_ count: ClosedRange<Int>, of values: [String]) -> [String] {
        (0..<Int.random(in: count, using: &self)).map { _ in one(of: values) }
    }

    /// True one time in `one`.
    package mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
}
