// Unavailable overloads for missing operators. Their only purpose is the compiler's message. Each requires
// a `ForbiddenOperator`, so that valid code never considers them. The decoys of `==` and `!=` also name the shape of the
// value: a decoy for every value hides other mistakes, such as `\.status == .unknownCase` (measured with Swift 6.3).

@available(
    *, unavailable,
    message:
        "the schema does not list '=' among the filter operators of this field. Use contains(_:), containsAny(_:) or containsAll(_:) for the elements of a list, or compare with nil"
)
public func == <F, E: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, [E], O>>, value: E
) -> Condition<F> where O.Equal == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "the schema does not list '=' among the filter operators of this field. Use contains(_:), containsAny(_:) or containsAll(_:) for the elements of a list, or compare with nil"
)
public func == <F, E: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, [E], O>>, value: [E]
) -> Condition<F> where O.Equal == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "the schema does not list '=' among the filter operators of this field. A long text has like(_:), contains(_:), hasPrefix(_:) and hasSuffix(_:); an optional one can be compared with nil"
)
public func == <F, V: SingleOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: String
) -> Condition<F> where O.Equal == ForbiddenOperator, V.Unwrapped == String { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "the schema does not list '!=' among the filter operators of this field. Use notIn(_:) for the elements of a list, or compare with nil"
)
public func != <F, E: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, [E], O>>, value: E
) -> Condition<F> where O.NotEqual == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "the schema does not list '!=' among the filter operators of this field. Use notIn(_:) for the elements of a list, or compare with nil"
)
public func != <F, E: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, [E], O>>, value: [E]
) -> Condition<F> where O.NotEqual == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable,
    message:
        "the schema does not list '!=' among the filter operators of this field. A long text has like(_:), contains(_:), hasPrefix(_:) and hasSuffix(_:); an optional one can be compared with nil"
)
public func != <F, V: SingleOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: String
) -> Condition<F> where O.NotEqual == ForbiddenOperator, V.Unwrapped == String { Condition(.and([])) }

@available(
    *, unavailable, message: "the schema does not list '>' among the filter operators of this field"
)
public func > <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.Greater == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable, message: "the schema does not list '>=' among the filter operators of this field"
)
public func >= <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.GreaterOrEqual == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable, message: "the schema does not list '<' among the filter operators of this field"
)
public func < <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.Less == ForbiddenOperator { Condition(.and([])) }

@available(
    *, unavailable, message: "the schema does not list '<=' among the filter operators of this field"
)
public func <= <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.LessOrEqual == ForbiddenOperator { Condition(.and([])) }

// Unavailable operators of objects, which have members to compare instead. Valid code never considers them.

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func == <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func != <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func > <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func >= <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func < <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }

@available(
    *, unavailable, message: "an object has no operators. Compare a member of it: \\.dateRange.startYear"
)
public func <= <F, V: ObjectOperand>(
    field: KeyPath<F, Field<F, V, NoOperators>>, value: Any
) -> Condition<F> { Condition(.and([])) }
