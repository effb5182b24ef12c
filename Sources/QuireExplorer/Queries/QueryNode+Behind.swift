extension QueryNode {
    /// The node as a test of the item behind relations, which has no value if there is no such item.
    ///
    /// A test that is true without a value becomes the complement of its opposite: `author.name != "A"` finds the items
    /// without an author too.
    func behind(_ relations: [String], at place: QueryPlace) -> QueryNode {
        guard let first = relations.first else { return self }
        if case .test(let test) = self, [.notEqual, .notIn, .isNull].contains(test.operation) {
            return .not(complement.behind(relations, at: place))
        }
        let inner = behind(Array(relations.dropFirst()), at: place)
        return .relation(QueryRelation(path: .forward(first), quantifier: .any, filter: inner, place: place))
    }

    /// The exact complement.
    var complement: QueryNode {
        switch self {
        case .not(let inner): return inner
        case .test(var test) where test.operation == .notEqual || test.operation == .notIn:
            test.operation = test.operation == .notEqual ? .equal : .in
            return .test(test)
        case .test, .relation, .all, .any: return .not(self)
        }
    }
}
