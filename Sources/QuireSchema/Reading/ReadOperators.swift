extension DocumentReader {
    /// Reads a list of operators; unknown ones are reported and left out.
    func readOperators(_ elements: [JSONValue]) -> [LocatedOperator] {
        var operators: [LocatedOperator] = []
        for element in elements {
            guard let text = element.string else {
                reportType(of: element, "an operator must be a text")
                continue
            }
            guard let value = Operator(rawValue: text), value != .isNull else {
                reportUnknownOperator(text, element.location)
                continue
            }
            if let earlier = operators.first(where: { $0.value == value }) {
                diagnostics.warning(
                    .duplicateOperator, "the operator \(quoted(text)) is listed twice", at: element.location,
                    note: "it is listed here first", noteAt: earlier.location)
                continue
            }
            operators.append(LocatedOperator(value: value, location: element.location))
        }
        return operators
    }

    private func reportUnknownOperator(_ text: String, _ location: SourceLocation) {
        if text == Operator.isNull.rawValue {
            diagnostics.error(
                .unknownOperator,
                "'isNull' is not listed: every field has it that is not required; [] allows nothing else",
                at: location)
            return
        }
        var legal: [String] = []
        for value in Operator.allCases where value != .isNull { legal.append(value.rawValue) }
        var hint = suggestion(for: text, among: legal)
        if let meant = otherSpelling(of: text) { hint = "; did you mean \(quoted(meant.rawValue))?" }
        diagnostics.error(.unknownOperator, "unknown operator \(quoted(text))\(hint)", at: location)
    }

    /// What an operator of another language is called here.
    private func otherSpelling(of text: String) -> Operator? {
        switch text.lowercased() {
        case "==", "===", "eq", "is", "equal", "equals": return .equal
        case "<>", "!==", "ne", "neq", "notequal", "not_eq", "not": return .notEqual
        case "lt", "less": return .less
        case "lte", "le", "lessorequal", "=<": return .lessOrEqual
        case "gt", "greater": return .greater
        case "gte", "ge", "greaterorequal", "=>": return .greaterOrEqual
        case "notin", "nin", "not in", "not_in": return .notIn
        case "startswith", "prefix", "beginswith": return .hasPrefix
        case "endswith", "suffix": return .hasSuffix
        default: return nil
        }
    }
}
