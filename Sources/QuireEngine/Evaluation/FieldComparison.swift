import QuireCore

/// A comparison of two fields of an item, checked against the schema.
///
/// A positive comparison is false if one of the fields has no value.
package struct FieldComparison: Sendable {
    package let left: FieldDescriptor
    package let right: FieldDescriptor
    /// The operator: `=`, `>`, `>=`, `<` or `<=`.
    package let symbol: String
    private let standings: Standings
    private let leaf: Filter.Leaf
    private let module: String

    /// - Parameters:
    ///   - leaf: The test. A negative operation is checked as its complement.
    ///   - other: The wire name of the second field.
    ///   - table: The fields of the module, or the metadata.
    /// - Throws: `QueryError` if the second field does not exist, if the fields hold different types or several values,
    ///   or if the operation does not apply to them.
    package init(
        _ leaf: Filter.Leaf, of left: FieldDescriptor, with other: String, in table: FieldTable,
        module: String
    ) throws(QueryError) {
        let node = "\(leaf.operation.rawValue) on \"\(leaf.property)\" with the field \"\(other)\""
        guard let right = table[path: other] else {
            throw QueryError(
                .unknownProperty, module: module, node: node,
                expected: "one of \(table.queryable.map(\.name).joined(separator: ", "))")
        }
        let operation = leaf.operation.positive.0
        let comparison = left.kind.comparison
        let standings: Standings? =
            switch operation {
            case .equal: [.equal]
            case .greater: [.greater]
            case .greaterOrEqual: [.greater, .equal]
            case .less: [.less]
            case .lessOrEqual: [.less, .equal]
            default: nil
            }
        guard let standings, comparison.allows(operation) else {
            throw QueryError(
                .incompatibleOperation, module: module, node: node,
                expected: "= or !=, or for ordered values one of < <= > >=")
        }
        guard left.kind.listElement == nil, right.kind.listElement == nil, right.kind.comparison == comparison
        else {
            throw QueryError(
                .incompatibleOperand, module: module, node: node,
                expected: "two fields of the same type that hold a single value")
        }
        self.left = left
        self.right = right
        self.standings = standings
        self.leaf = leaf
        self.module = module
        symbol = operation.rawValue
    }

    /// The error of a store that does not hold the second field.
    package var unknownField: QueryError {
        QueryError(
            .unknownProperty, module: module, node: "\"\(right.name)\" in the filter",
            expected: "a field that the store holds")
    }

    /// Whether an object with the fields meets the comparison.
    func holds(of object: JSONValue?) -> Bool {
        func value(_ field: FieldDescriptor) -> EvaluatedValue? {
            EvaluatedValue.values(of: field, in: object).first
        }
        guard let left = value(left), let right = value(right), let standing = left.standing(to: right) else {
            return false
        }
        return standings.accepts(standing)
    }
}

extension UnsupportedError {
    /// The error of an engine that cannot compare two fields.
    package init(engine: String, comparing leaf: Filter.Leaf, with other: String) {
        self.init(
            engine: engine,
            node: "\"\(leaf.property)\" \(leaf.operation.rawValue) the field \"\(other)\"",
            hint:
                "let the client compare them with .fallback(.clientSide(maxScanned: 1_000)), or compare with a value"
        )
    }
}
