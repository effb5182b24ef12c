extension Filter {
    @usableFromInline
    package enum Connective: Sendable { case and, or }

    /// Whether this is a group without operands: what a filter closure makes of conditions that were all left out.
    @usableFromInline
    var isEmptyGroup: Bool {
        switch self {
        case .leaf: false
        case .and(let operands): operands.isEmpty
        // `or []` is false of every item; it is never a left-out group.
        case .or: false
        }
    }

    /// Joins filters as builders do: left-out groups are dropped, groups of the same kind melt into this one, and one
    /// operand alone stands for itself. Trees built by hand are not touched inside.
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
