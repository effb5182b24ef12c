// Comparisons of two fields: `\.endsAt > \.startsAt`. They are disfavored, so that the compiler considers them only if
// no comparison with a value fits. Other conditions then take at most 2 % more solver scopes (measured).

/// Matches items in which two fields have the same value. Both fields must have one.
///
/// ```swift
/// Books.query().where(\.age == \.rank)
/// // {"operation":"=","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func == <F, V: FilterOperand, W: FilterOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.Equal == AllowedOperator, O.FieldComparison == AllowedOperator, P.FieldComparison == AllowedOperator,
    V.Unwrapped == W.Unwrapped
{ Condition(.equal, field, comparedWith: other) }

/// Matches items in which two fields differ, or in which one of them has no value.
///
/// ```swift
/// Books.query().where(\.age != \.rank)
/// // {"operation":"!=","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func != <F, V: FilterOperand, W: FilterOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.NotEqual == AllowedOperator, O.FieldComparison == AllowedOperator, P.FieldComparison == AllowedOperator,
    V.Unwrapped == W.Unwrapped
{ Condition(.notEqual, field, comparedWith: other) }

/// Matches items in which the value of a field is greater than that of another. Both fields must have one.
///
/// ```swift
/// Books.query().where(\.age > \.rank)
/// // {"operation":">","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func > <F, V: SingleOperand, W: SingleOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.Greater == AllowedOperator, O.FieldComparison == AllowedOperator,
    P.FieldComparison == AllowedOperator, V.Unwrapped == W.Unwrapped
{ Condition(.greater, field, comparedWith: other) }

/// Matches items in which the value of a field is greater than that of another, or equal. Both fields must have one.
///
/// ```swift
/// Books.query().where(\.age >= \.rank)
/// // {"operation":">=","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func >= <F, V: SingleOperand, W: SingleOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.GreaterOrEqual == AllowedOperator, O.FieldComparison == AllowedOperator,
    P.FieldComparison == AllowedOperator, V.Unwrapped == W.Unwrapped
{ Condition(.greaterOrEqual, field, comparedWith: other) }

/// Matches items in which the value of a field is less than that of another. Both fields must have one.
///
/// ```swift
/// Books.query().where(\.age < \.rank)
/// // {"operation":"<","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func < <F, V: SingleOperand, W: SingleOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.Less == AllowedOperator, O.FieldComparison == AllowedOperator,
    P.FieldComparison == AllowedOperator, V.Unwrapped == W.Unwrapped
{ Condition(.less, field, comparedWith: other) }

/// Matches items in which the value of a field is less than that of another, or equal. Both fields must have one.
///
/// ```swift
/// Books.query().where(\.age <= \.rank)
/// // {"operation":"<=","property":"age","value":{"field":"rank"},"type":"number"}
/// ```
@_disfavoredOverload
@inlinable
public func <= <F, V: SingleOperand, W: SingleOperand, O: OperatorSet, P: OperatorSet>(
    field: KeyPath<F, Field<F, V, O>>, other: KeyPath<F, Field<F, W, P>>
) -> Condition<F>
where
    O.LessOrEqual == AllowedOperator, O.FieldComparison == AllowedOperator,
    P.FieldComparison == AllowedOperator, V.Unwrapped == W.Unwrapped
{ Condition(.lessOrEqual, field, comparedWith: other) }

extension Condition {
    /// Creates a comparison of two fields of the same item.
    @inlinable
    init<P: FieldReference, Q: FieldReference>(
        _ operation: FilterOperation, _ field: KeyPath<Fields, P>, comparedWith other: KeyPath<Fields, Q>
    ) where P.Value: FilterOperand {
        self.init(operation, field.fieldPath, value: .field(other.fieldPath.name), type: P.Value.wireType)
    }
}

extension Filter.Leaf {
    /// The wire name of the field that the property is compared with. `nil` if it is compared with a value.
    package var comparedField: String? { if case .field(let name) = value { name } else { nil } }
}
