extension Filter {
    @usableFromInline
    package enum Connective: Sendable { case and, or }

    /// Whether this is an empty group, as a filter closure returns if it omits all its conditions.
    @usableFromInline
    var isEmptyGroup: Bool {
        switch self {
        case .leaf: false
        case .and(let operands): operands.isEmpty
        // `or []` is false for every item, so it is not an empty group.
        case .or: false
        case .any, .none: false
        }
    }

    /// Joins filters as the builders do: empty groups are dropped, groups of the same kind are merged into this one,
    /// and a single operand replaces its group. Nested groups built by hand are left unchanged.
    @usableFromInline
    package static func joining(_ connective: Connective, _ filters: [Filter]) -> Filter {
        var operands: [Filter] = []
        operands.reserveCapacity(filters.count)
        for filter in filters { filter.join(&operands, connective) }
        return group(connective, operands)
    }

    /// Joins two filters. The operands of the first one are extended in place if nothing else refers to them, so that a
    /// chain of conditions is one array.
    @usableFromInline
    package static func joining(
        _ connective: Connective, _ left: consuming Filter, _ right: consuming Filter
    ) -> Filter {
        var operands = left.takeOperands(of: connective)
        if operands.isEmpty {
            operands.reserveCapacity(4)
            left.join(&operands, connective)
        }
        right.join(&operands, connective)
        return group(connective, operands)
    }

    /// Removes the operands of a group of this kind. Empty for other filters.
    private mutating func takeOperands(of connective: Connective) -> [Filter] {
        let operands: [Filter]
        switch (self, connective) {
        case (.and(let inner), .and), (.or(let inner), .or): operands = inner
        default: return []
        }
        // Otherwise the group would be copied.
        if !operands.isEmpty { self = .and([]) }
        return operands
    }

    /// Adds the filter to the operands of a group.
    private func join(_ operands: inout [Filter], _ connective: Connective) {
        switch (self, connective) {
        case (.and(let inner), _) where inner.isEmpty: break
        case (.and(let inner), .and): operands += inner
        case (.or(let inner), .or) where !inner.isEmpty: operands += inner
        default: operands.append(self)
        }
    }

    private static func group(_ connective: Connective, _ operands: [Filter]) -> Filter {
        if operands.count == 1 { return operands[0] }
        return connective == .and || operands.isEmpty ? .and(operands) : .or(operands)
    }
}
