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
        for filter in filters {
            switch (filter, connective) {
            case (.and(let inner), _) where inner.isEmpty: continue
            case (.and(let inner), .and): operands += inner
            case (.or(let inner), .or) where !inner.isEmpty: operands += inner
            default: operands.append(filter)
            }
        }
        if operands.count == 1 { return operands[0] }
        return connective == .and || operands.isEmpty ? .and(operands) : .or(operands)
    }
}
