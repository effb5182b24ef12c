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
        Condition(.joining(.and, left.filter, right.filter))
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
        Condition(.joining(.or, left.filter, right.filter))
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
