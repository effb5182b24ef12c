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
