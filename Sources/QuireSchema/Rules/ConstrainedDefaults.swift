import QuirePattern

extension SchemaResolver {
    /// Checks that new items with the default keep the constraints of the field.
    func checkDefault(_ value: DefaultValue?, of declared: DeclaredField, _ constraints: Constraints) {
        guard let value, !constraints.isEmpty, let location = declared.defaultValue?.location else { return }
        for problem in constraints.problems(of: value) {
            diagnostics.error(
                .invalidDefault, "the default breaks a constraint of the field: \(problem)", at: location)
        }
    }
}

extension Constraints {
    fileprivate func problems(of value: DefaultValue) -> [String] {
        switch value {
        case .text(let text): return problems(of: text)
        case .integer(let integer): return problems(of: NumberBound.integer(integer))
        case .number(let number): return problems(of: NumberBound.number(number))
        case .boolean, .date: return []
        case .list(let values):
            var problems: [String] = []
            if let minItems, values.count < minItems {
                problems.append("it has \(values.count) elements, and 'minItems' is \(minItems)")
            }
            if let maxItems, values.count > maxItems {
                problems.append("it has \(values.count) elements, and 'maxItems' is \(maxItems)")
            }
            for value in values { problems += self.problems(of: value) }
            return problems
        }
    }

    private func problems(of text: String) -> [String] {
        var problems: [String] = []
        let length = text.unicodeScalars.count
        if let minLength, length < minLength {
            problems.append("\(quoted(text)) has \(length) characters, and 'minLength' is \(minLength)")
        }
        if let maxLength, length > maxLength {
            problems.append("\(quoted(text)) has \(length) characters, and 'maxLength' is \(maxLength)")
        }
        if let pattern, let compiled = try? TextPattern(pattern), !compiled.matches(text) {
            problems.append("\(quoted(text)) does not match 'pattern'")
        }
        return problems
    }

    private func problems(of number: NumberBound) -> [String] {
        var problems: [String] = []
        if let minimum, number.isBelow(minimum) {
            problems.append("\(number) is below 'minimum', which is \(minimum)")
        }
        if let maximum, maximum.isBelow(number) {
            problems.append("\(number) is above 'maximum', which is \(maximum)")
        }
        return problems
    }
}
