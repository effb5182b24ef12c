extension DocumentReader {
    /// Reads a list of operators. Unknown ones are reported and skipped.
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
        let legal = Operator.allCases.map(\.rawValue).filter { $0 != Operator.isNull.rawValue }
        diagnostics.error(
            .unknownOperator,
            "unknown operator \(quoted(text))"
                + suggestion(for: text, among: legal, otherNames: Operator.otherNames),
            at: location)
    }
}

extension Operator {
    /// The operators of other languages with their names here.
    static let otherNames: [String: String] = {
        let names = [
            "=": "== === eq is equal equals", "!=": "<> !== ne neq notequal not_eq not",
            "<": "lt less", "<=": "lte le lessorequal =<", ">": "gt greater",
            ">=": "gte ge greaterorequal =>", "!in": "notin nin not_in",
            "hasPrefix": "startswith prefix beginswith",
            "hasSuffix": "endswith suffix",
        ]
        var meant: [String: String] = ["not in": "!in"]
        for (name, others) in names {
            for other in others.split(separator: " ") { meant[String(other)] = name }
        }
        return meant
    }()
}
