extension Filter {
    /// How many levels a filter may have: a test alone is one, a group is one more than its deepest operand.
    ///
    /// Clients and the development server have the same limit. Every engine refuses a deeper filter before it is sent,
    /// with a ``QueryError`` of the reason `tooDeep`. Groups of the same kind that a query joins stay one level.
    public static let maximumDepth = 100

    /// Whether the tree has more levels than so many. Looks no deeper, and needs no stack for what it looks at.
    package func isDeeper(than levels: Int) -> Bool {
        guard var groups = operands.map({ [$0] }) else { return levels < 1 }
        var depth = 1
        while true {
            // The operands of these groups stand one level deeper.
            depth += 1
            guard groups.contains(where: { !$0.isEmpty }) else { return depth - 1 > levels }
            if depth > levels { return true }
            var next: [[Filter]] = []
            for group in groups {
                for filter in group { if let operands = filter.operands { next.append(operands) } }
            }
            if next.isEmpty { return false }
            groups = next
        }
    }

    /// The operands of a group; `nil` of a test.
    var operands: [Filter]? {
        switch self {
        case .leaf: nil
        case .and(let operands), .or(let operands): operands
        }
    }
}

/// Without recursion: a filter that is built by hand may have any number of levels.
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

    /// Whether two filters are equal but for the operands of groups, which are still to be compared.
    private static func areAlike(
        _ left: Filter, _ right: Filter, _ pending: inout [([Filter], [Filter])]
    ) -> Bool {
        switch (left, right) {
        case (.leaf(let left), .leaf(let right)): return left == right
        case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
            pending.append((left, right))
            return true
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        var pending: [Filter] = []
        hash(into: &hasher, &pending)
        while let filter = pending.popLast() { filter.hash(into: &hasher, &pending) }
    }

    /// Hashes all but the operands of a group, which are still to be hashed.
    private func hash(into hasher: inout Hasher, _ pending: inout [Filter]) {
        switch self {
        case .leaf(let leaf): hasher.combine(leaf)
        case .and(let operands), .or(let operands):
            if case .or = self { hasher.combine(true) }
            hasher.combine(operands.count)
            pending += operands
        }
    }
}
