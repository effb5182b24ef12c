import QuireCore

extension Refinements {
    /// Replaces all choices of the facet by a condition. An empty group removes them.
    public mutating func setCondition(_ condition: Filter, of field: String) {
        change(field) { $0.conditions = condition.tests.isEmpty ? [] : [condition] }
    }

    /// Replaces the tests with the same operations, and keeps the others: one bound of a range changes, the other
    /// stays.
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

    /// Adds a condition to those of the facet, or removes it if it exists, for example for a check box.
    ///
    /// - Returns: Whether the condition is now set.
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

    /// Whether the facet has exactly this condition.
    public func containsCondition(_ condition: Filter, of field: String) -> Bool {
        self[field]?.conditions.contains(condition) ?? false
    }
}

extension Filter {
    /// The operands of an `and`, or the filter alone.
    fileprivate var tests: [Filter] {
        if case .and(let operands) = self { operands.flatMap(\.tests) } else { [self] }
    }

    /// Combines filters with `and`. A single filter is returned unchanged.
    static func all(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .and(filters) }

    /// Combines filters with `or`. A single filter is returned unchanged.
    static func any(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .or(filters) }
}
