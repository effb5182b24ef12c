// The operators: `\.age >= 18`. There are six operators, a comparison with `nil` for fields without `=` and `!=`, and
// unavailable decoys that explain why an operator is missing.
//
// Three rules keep type checking fast (measured; see Filters.md): the right side has one concrete type once the field
// is known, no two of our overloads compete, and the decoys require a forbidden operator, so that valid code never
// considers them. Nothing else may overload these names.

/// Matches items whose field equals the value. `nil` matches items without a value.
///
/// ```swift
/// Books.query().where(\.registration == nil)
/// // {"operation":"=","property":"registration","value":null,"type":"null"}
/// ```
@inlinable
public func == <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V
) -> Condition<F> where O.Equal == AllowedOperator {
    Condition(.equal, field, value: value.filterValue)
}

/// Matches items whose field differs from the value, including items without a value.
///
/// ```swift
/// Books.query().where(\.age != 18)
/// // {"operation":"!=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func != <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V
) -> Condition<F> where O.NotEqual == AllowedOperator {
    Condition(.notEqual, field, value: value.filterValue)
}

/// Matches items whose value is greater. For a list, any element may match.
///
/// ```swift
/// Books.query().where(\.age > 18)
/// // {"operation":">","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func > <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.Greater == AllowedOperator {
    Condition(.greater, field, value: value.filterValue)
}

/// Matches items whose value is greater or equal. For a list, any element may match.
///
/// ```swift
/// Books.query().where(\.age >= 18)
/// // {"operation":">=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func >= <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.GreaterOrEqual == AllowedOperator {
    Condition(.greaterOrEqual, field, value: value.filterValue)
}

/// Matches items whose value is less. For a list, any element may match.
///
/// ```swift
/// Books.query().where(\.age < 18)
/// // {"operation":"<","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func < <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.Less == AllowedOperator {
    Condition(.less, field, value: value.filterValue)
}

/// Matches items whose value is less or equal. For a list, any element may match.
///
/// ```swift
/// Books.query().where(\.age <= 18)
/// // {"operation":"<=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func <= <F, V: FilterOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> where O.LessOrEqual == AllowedOperator {
    Condition(.lessOrEqual, field, value: value.filterValue)
}

/// Matches items without a value in a field without `=`: a list, a long text, a localized text, JSON, an object.
///
/// ```swift
/// Books.query().where(\.tags == nil)
/// // {"operation":"=","property":"tags","value":null,"type":"null"}
/// ```
@inlinable
public func == <F, V: AbsenceOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: NoValue
) -> Condition<F> where O.Equal == ForbiddenOperator { field.isNull }

/// Matches items with a value in a field without `!=`.
///
/// ```swift
/// Books.query().where(\.tags != nil)
/// // {"operation":"!=","property":"tags","value":null,"type":"null"}
/// ```
@inlinable
public func != <F, V: AbsenceOperand, O: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, value: NoValue
) -> Condition<F> where O.NotEqual == ForbiddenOperator { field.isNotNull }

/// The right side of `\.tags == nil`, for fields that can only be compared with `nil`.
@frozen
public struct NoValue: Sendable, ExpressibleByNilLiteral {
    @inlinable
    public init(nilLiteral: ()) {}
}
