import QuireTerminal

extension ParsedArguments {
    /// A whole number within bounds.
    func integer(
        _ name: String, in bounds: ClosedRange<Int>, for command: CommandDescription
    ) throws(UsageError) -> Int? {
        guard let text = value(of: name) else { return nil }
        guard let number = Int(text), bounds.contains(number) else {
            throw invalid(
                text, for: name, expected: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
                in: command)
        }
        return number
    }

    /// A number within bounds.
    func number(
        _ name: String, in bounds: ClosedRange<Double>, for command: CommandDescription
    ) throws(UsageError) -> Double? {
        guard let text = value(of: name) else { return nil }
        guard let number = Double(text), bounds.contains(number) else {
            throw invalid(
                text, for: name,
                expected: "a number from \(short(bounds.lowerBound)) to \(short(bounds.upperBound))",
                in: command)
        }
        return number
    }

    /// A text that is not blank.
    func text(_ name: String, for command: CommandDescription) throws(UsageError) -> String? {
        guard let text = value(of: name) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw invalid(text, for: name, expected: "some letters", in: command)
        }
        return text
    }

    /// Years: `1950`, `1950...1970`, `1950..<1970`, `1950...`, `...-1`.
    func years(_ name: String, for command: CommandDescription) throws(UsageError) -> YearRange? {
        guard let text = value(of: name) else { return nil }
        guard let range = YearRange(text) else {
            throw invalid(
                text, for: name, expected: "a year or a range, such as 1950, 1950...1970, 2000... or ...-1",
                in: command)
        }
        if let first = range.first, let last = range.last, first > last {
            throw invalid(text, for: name, expected: "a range that ends after it begins", in: command)
        }
        return range
    }

    /// All values of an option. Each must be one of the choices.
    func choices(
        _ name: String, among choices: [String], for command: CommandDescription
    ) throws(UsageError) -> [String] {
        var matches: [String] = []
        for text in values[name] ?? [] {
            if let choice = choices.first(where: { $0.lowercased() == text.lowercased() }) {
                matches.append(choice)
            } else {
                let hint = Text.didYouMean(text, among: choices)
                throw UsageError(
                    "'\(text)' is not a valid --\(name).\(hint) It can be \(listed(choices)).",
                    command: command.name)
            }
        }
        return matches
    }

    func invalid(
        _ text: String, for name: String, expected: String, in command: CommandDescription
    ) -> UsageError {
        UsageError("'\(text)' is not a valid --\(name): expected \(expected).", command: command.name)
    }

    private func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

/// `a, b or c`.
func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
