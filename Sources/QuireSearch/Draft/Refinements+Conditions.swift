import QuireCore

extension Refinements {
    /// Puts a condition in the place of all that the facet had; an empty group takes them away.
    public mutating func setCondition(_ condition: Filter, of field: String) {
        change(field) { $0.conditions = condition.tests.isEmpty ? [] : [condition] }
    }

    /// Puts the tests of a condition in the place of those of the same operation, and leaves the others: one end of a
    /// range moves, the other stays.
    public mutating func updateCondition(_ condition: Filter, of field: String) {
        let tests = condition.tests
        guard !tests.isEmpty else { return }
        let operations = Set(
            tests.compactMap { test in if case .leaf(let leaf) = test { leaf.operation } else { nil } })
        change(field) { choice in
            let kept = choice.conditions.flatMap(\.tests).filter { test in
                if case .leaf(let leaf) = test {
                    !operations.contains(leaf.operation)
                } else {
                    !tests.contains(test)
                }
            }
            choice.conditions = [.all(kept + tests)]
        }
    }

    /// Adds a condition beside those that the facet has, or takes it away where it is there: a check box for a range.
    ///
    /// - Returns: Whether it holds now.
    @discardableResult
    public mutating func toggleCondition(_ condition: Filter, of field: String) -> Bool {
        guard !condition.tests.isEmpty else { return false }
        let holds = containsCondition(condition, of: field)
        change(field) { choice in
            if holds {
                choice.conditions.removeAll { $0 == condition }
            } else {
                choice.conditions.append(condition)
            }
        }
        return !holds
    }

    /// Whether exactly that condition is among those of the facet.
    public func containsCondition(_ condition: Filter, of field: String) -> Bool {
        self[field]?.conditions.contains(condition) ?? false
    }
}

extension Filter {
    /// What holds together: the operands of an `and`, or the filter alone.
    fileprivate var tests: [Filter] {
        if case .and(let operands) = self { operands.flatMap(\.tests) } else { [self] }
    }

    /// All of them; one alone stands for itself.
    static func all(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .and(filters) }

    /// Any of them; one alone stands for itself.
    static func any(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .or(filters) }
}
