extension Condition {
    /// Creates a test of one field. A null value creates a null test, whatever the field's type.
    @inlinable
    init<P: FieldReference>(
        _ operation: FilterOperation, _ field: KeyPath<Fields, P>, _ value: FilterValue
    ) where P.Value: FilterOperand {
        let type: WireType = if case .null = value { .null } else { P.Value.wireType }
        self.init(P.Value.asked(operation), field.path, value, type: type)
    }

    /// Creates a test of the field at a path.
    @usableFromInline
    init(_ operation: FilterOperation, _ path: FieldPath, _ value: FilterValue, type: WireType) {
        let leaf = Filter.leaf(.init(operation, path.name, value, type: type))
        filter = path.steps.isEmpty ? leaf : leaf.behind(path.steps)
    }
}

extension Filter {
    /// The filter as a test of the field behind relations, which has no value if no related item exists.
    ///
    /// A test that is true without a value becomes "no related item meets the complement".
    @usableFromInline
    package func behind(_ steps: [RelationStep]) -> Filter {
        guard let first = steps.first else { return self }
        let isNegative: Bool
        var inner = self
        if case .leaf(let leaf) = self, leaf.isTrueWithoutValue {
            isNegative = true
            inner = negated()
        } else {
            isNegative = false
        }
        for step in steps.dropFirst().reversed() { inner = .any(step, inner) }
        return isNegative ? .none(first, inner) : .any(first, inner)
    }
}

extension Filter.Leaf {
    /// Whether the test is true of a field without a value.
    fileprivate var isTrueWithoutValue: Bool {
        switch operation {
        case .equal: value == .null
        case .notEqual: value != .null
        case .in, .greater, .greaterOrEqual, .less, .lessOrEqual, .like, .contains, .hasPrefix, .hasSuffix,
            .between, .near, .within:
            false
        case .notIn, .notGreater, .notGreaterOrEqual, .notLess, .notLessOrEqual, .notLike, .notContains,
            .notHasPrefix, .notHasSuffix, .notBetween, .notNear, .notWithin:
            true
        }
    }
}
