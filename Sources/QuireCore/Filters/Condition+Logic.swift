// The three are disfavoured so that importing Quire leaves ordinary Boolean code as quick to check as it was: `&&` has
// one overload in the standard library, and a second favoured one would unpin every operand from `Bool` (measured: 9×
// slower without, 1.5× with).

extension Condition {
    /// Items that meet both.
    ///
    /// ```swift
    /// Books.query().where(\.age >= 18 && \.title != "x")
    /// // {"condition":"and","operands":[…,…]}
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func && (left: Condition, right: Condition) -> Condition {
        Condition(.joining(.and, [left.filter, right.filter]))
    }

    /// Items that meet either.
    ///
    /// ```swift
    /// Books.query().where(\.registration == nil || \.age < 18)
    /// // {"condition":"or","operands":[…,…]}
    /// ```
    @_disfavoredOverload
    @inlinable
    public static func || (left: Condition, right: Condition) -> Condition {
        Condition(.joining(.or, [left.filter, right.filter]))
    }

    /// Exactly the items that do not meet it, those without a value among them.
    ///
    /// The tree has no not-node: negation is pushed into the leaves, with what the schema says of the fields.
    ///
    /// ```swift
    /// Books.query().where(!(\.age >= 18))
    /// // {"condition":"or","operands":[
    /// //   {"operation":"<","property":"age","value":18,"type":"number"},
    /// //   {"operation":"=","property":"age","value":null,"type":"null"}]}
    /// ```
    /// A group without conditions is no condition, negated or not.
    @_disfavoredOverload
    public static prefix func ! (condition: Condition) -> Condition {
        if condition.filter.isEmptyGroup { return condition }
        return Condition(condition.filter.negated(in: Fields.table))
    }
}
