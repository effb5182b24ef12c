#if SQLite
import QuireCore

extension Filter {
    /// The number of leaves, including those of conditions on related items.
    var leafCount: Int {
        switch self {
        case .leaf: 1
        case .and(let operands), .or(let operands): operands.reduce(0) { $0 + $1.leafCount }
        case .any(_, let operand), .none(_, let operand): operand.leafCount
        }
    }

    /// Calls the body with each leaf, from the left, until it returns `false`.
    ///
    /// - Returns: Whether the body has returned `true` for all leaves.
    func allLeavesSatisfy(_ body: (Leaf) -> Bool) -> Bool {
        switch self {
        case .leaf(let leaf): body(leaf)
        case .and(let operands), .or(let operands): operands.allSatisfy { $0.allLeavesSatisfy(body) }
        case .any(_, let operand), .none(_, let operand): operand.allLeavesSatisfy(body)
        }
    }
}
#endif
