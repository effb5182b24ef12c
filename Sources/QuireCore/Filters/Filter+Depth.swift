extension Filter {
    /// The maximum number of levels of a filter. A single test has one level, a group one more than its deepest
    /// operand.
    ///
    /// Clients and the development server share this limit. Every engine rejects a deeper filter before sending it,
    /// with a ``QueryError`` of the reason `tooDeep`. A query merges nested groups of the same kind into one level.
    public static let maximumDepth = 100

    /// Whether the tree has more than a number of levels. Recurses to that depth at most.
    package func isDeeper(than levels: Int) -> Bool {
        guard levels > 0 else { return true }
        switch self {
        case .leaf: return false
        case .and(let operands), .or(let operands):
            for operand in operands where operand.isDeeper(than: levels - 1) { return true }
            return false
        case .any(_, let operand), .none(_, let operand): return operand.isDeeper(than: levels - 1)
        }
    }

    /// The operands of a group or of a condition across a relation, or `nil` for a test.
    var operands: [Filter]? {
        switch self {
        case .leaf: nil
        case .and(let operands), .or(let operands): operands
        case .any(_, let operand), .none(_, let operand): [operand]
        }
    }
}

/// Does not recurse, because a filter built by hand may have any number of levels.
extension Filter: Hashable {
    public static func == (left: Filter, right: Filter) -> Bool {
        var pending: [([Filter], [Filter])] = []
        guard areAlike(left, right, &pending) else { return false }
        while let (left, right) = pending.popLast() {
            guard left.count == right.count else { return false }
            for index in left.indices {
                guard areAlike(left[index], right[index], &pending) else { return false }
            }
        }
        return true
    }

    /// Whether two filters are equal apart from the operands of groups, which remain to be compared.
    private static func areAlike(
        _ left: Filter, _ right: Filter, _ pending: inout [([Filter], [Filter])]
    ) -> Bool {
        switch (left, right) {
        case (.leaf(let left), .leaf(let right)): return left == right
        case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
            pending.append((left, right))
            return true
        case (.any(let leftStep, let left), .any(let rightStep, let right)),
            (.none(let leftStep, let left), .none(let rightStep, let right)):
            guard leftStep == rightStep else { return false }
            pending.append(([left], [right]))
            return true
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        var pending: [Filter] = []
        hash(into: &hasher, &pending)
        while let filter = pending.popLast() { filter.hash(into: &hasher, &pending) }
    }

    /// Hashes everything except the operands of a group, which remain to be hashed.
    private func hash(into hasher: inout Hasher, _ pending: inout [Filter]) {
        switch self {
        case .leaf(let leaf): hasher.combine(leaf)
        case .and(let operands), .or(let operands):
            if case .or = self { hasher.combine(true) }
            hasher.combine(operands.count)
            pending += operands
        case .any(let step, let operand), .none(let step, let operand):
            if case .none = self { hasher.combine(true) }
            hasher.combine(step)
            pending.append(operand)
        }
    }
}
