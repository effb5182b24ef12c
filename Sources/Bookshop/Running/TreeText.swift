import Quire

/// Formats a filter tree in HALO's JSON: a test on one line, a group on several.
enum TreeText {
    static func of(_ filter: Filter) -> String { lines(of: filter).joined(separator: "\n") }

    private static func lines(of filter: Filter) -> [String] {
        switch filter {
        case .and(let operands): group("and", operands)
        case .or(let operands): group("or", operands)
        case .leaf, .any, .none: [String(decoding: filter.json, as: UTF8.self)]
        }
    }

    private static func group(_ condition: String, _ operands: [Filter]) -> [String] {
        guard !operands.isEmpty else { return [#"{"condition":"\#(condition)","operands":[]}"#] }
        let inner = operands.enumerated().flatMap { index, operand in
            var lines = lines(of: operand).map { "  " + $0 }
            if index < operands.count - 1 { lines[lines.count - 1] += "," }
            return lines
        }
        return [#"{"condition":"\#(condition)","operands":["#] + inner + ["]}"]
    }
}
