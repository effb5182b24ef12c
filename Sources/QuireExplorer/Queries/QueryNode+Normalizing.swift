extension QueryNode {
    /// The same filter without groups of one, groups in groups of the same kind, and groups of nothing; `nil` if
    /// nothing is left.
    var normalized: QueryNode? {
        switch self {
        case .test: return self
        case .not(let node): return node.normalized.map { .not($0) }
        case .relation(var relation):
            relation.filter = relation.filter?.normalized
            return .relation(relation)
        case .all(let nodes):
            let parts = nodes.compactMap(\.normalized).flatMap { node in
                if case .all(let inner) = node { inner } else { [node] }
            }
            return parts.count > 1 ? .all(parts) : parts.first
        case .any(let nodes):
            let parts = nodes.compactMap(\.normalized).flatMap { node in
                if case .any(let inner) = node { inner } else { [node] }
            }
            return parts.count > 1 ? .any(parts) : parts.first
        }
    }
}

extension QueryValue {
    /// The same value with whole numbers as integers, as JSON does not tell them apart.
    var normalized: QueryValue {
        switch self {
        case .number(let number):
            abs(number) < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? self : self
        case .list(let values): .list(values.map(\.normalized))
        case .text, .integer, .boolean, .field: self
        }
    }
}
