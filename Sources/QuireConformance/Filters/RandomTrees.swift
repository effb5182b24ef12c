import QuireCore

/// Random and/or/not trees over a pool of leaves.
enum RandomTrees {
    static func trees(_ count: Int, over leaves: [Filter.Leaf], seed: UInt64) -> [QueryTree] {
        var random = Draws(seed: seed)
        return (0..<count).map { index in tree(depth: 4 + index % 2, leaves, &random) }
    }

    private static func tree(
        depth: Int, _ leaves: [Filter.Leaf], _ random: inout Draws
    ) -> QueryTree {
        // Sometimes leaves at a higher level, so that branches have uneven depths.
        if depth == 0 || Int.random(in: 0..<6, using: &random) == 0 {
            return .leaf(leaves[Int.random(in: 0..<leaves.count, using: &random)])
        }
        func operands(_ random: inout Draws) -> [QueryTree] {
            // Sometimes an empty branch: `and []` is true, `or []` is false.
            let count =
                Int.random(in: 0..<20, using: &random) == 0 ? 0 : Int.random(in: 1...3, using: &random)
            return (0..<count).map { _ in tree(depth: depth - 1, leaves, &random) }
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: return .and(operands(&random))
        case 2, 3: return .or(operands(&random))
        default: return .not(tree(depth: depth - 1, leaves, &random))
        }
    }
}
