import QuireCore

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
