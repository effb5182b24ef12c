#if SQLite
import QuireCore

extension SearchRequest {
    /// The positions of the requested fields, with those of objects whose members are requested; `nil` for all.
    func fieldPositions(in layout: ModuleLayout) throws -> [Int]? {
        guard let fields else { return nil }
        var positions: [Int] = []
        for name in fields {
            guard let field = module.fields.way(to: name)?.first, let position = layout.ownIndex(field) else {
                throw QueryError(
                    .unknownProperty, module: module.name, node: "\"\(name)\" in the fields",
                    expected: "a field of the module, or the path of a member of an object")
            }
            if !positions.contains(position) { positions.append(position) }
        }
        return positions
    }

    /// The requested members of objects; `nil` if all objects are whole.
    func selectedMembers() throws(QueryError) -> SelectedValues? {
        guard selectedMember != nil, let fields else { return nil }
        return try SelectedValues(fields, of: module)
    }
}

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
