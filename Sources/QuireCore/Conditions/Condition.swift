/// A filter over the fields of one module: a filter tree with the module's fields in its type.
///
/// ```swift
/// let adult: Condition<Books.Fields> = \.age >= 18
/// ```
@frozen
public struct Condition<Fields: FieldOwner>: Sendable, Hashable {
    /// The untyped tree.
    public var filter: Filter

    /// Wraps a filter tree that was built by hand, as an escape hatch from the typed API.
    @inlinable
    public init(_ filter: Filter) { self.filter = filter }
}

extension Condition: CustomStringConvertible {
    public var description: String { filter.description }
}

// These three are disfavoured so that importing Quire does not slow the type checking of ordinary Boolean code. `&&`
// has one overload in the standard library. A second favoured one would unpin every operand from `Bool` (measured: 9×
// slower without the attribute, 1.5× with it).

extension Condition {
    /// Matches items that meet both conditions.
    ///
    /// ```swift
    /// Books.query().where(\.age >= 18 && \.title != "x")
    /// // {"condition":"and","operands":[…,…]}
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func && (left: Condition, right: Condition) -> Condition {
        Condition(.joining(.and, left.filter, with: right.filter))
    }

    /// Matches items that meet at least one of the conditions.
    ///
    /// ```swift
    /// Books.query().where(\.registration == nil || \.age < 18)
    /// // {"condition":"or","operands":[…,…]}
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func || (left: Condition, right: Condition) -> Condition {
        Condition(.joining(.or, left.filter, with: right.filter))
    }

    /// Matches exactly the items that do not meet the condition, including those without a value.
    ///
    /// The tree has no negation node. Negation is pushed into the leaves, using the schema of the fields.
    ///
    /// ```swift
    /// Books.query().where(!(\.age >= 18))
    /// // {"condition":"or","operands":[
    /// //   {"operation":"<","property":"age","value":18,"type":"number"},
    /// //   {"operation":"=","property":"age","value":null,"type":"null"}]}
    /// ```
    /// An empty group is ignored, negated or not.
    @_disfavoredOverload
    public static prefix func ! (condition: Condition) -> Condition {
        if condition.filter.isEmptyGroup { return condition }
        return Condition(condition.filter.negated(in: Fields.table))
    }
}

extension Condition {
    /// Creates a test of one field. A null value creates a null test, whatever the field's type.
    @inlinable
    init<P: FieldReference>(
        _ operation: FilterOperation, _ field: KeyPath<Fields, P>, value: FilterValue
    ) where P.Value: FilterOperand {
        let type: WireType = if case .null = value { .null } else { P.Value.wireType }
        self.init(P.Value.asked(operation), field.fieldPath, value: value, type: type)
    }

    /// Creates a test of the field at a path.
    @usableFromInline
    init(_ operation: FilterOperation, _ path: FieldPath, value: FilterValue, type: WireType) {
        let leaf = Filter.leaf(.init(operation, path.name, value: value, type: type))
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
        default: operation.isNegated
        }
    }
}
