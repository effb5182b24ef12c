// The operator family: `\.age >= 18`. Six operators, a comparison with `nil` for fields without `=` and `!=`, and what
// only explains why an operator is missing.
//
// Type checking stays cheap because of three rules (measured; see Filters.md): the right side is one concrete type once
// the field is known, no two of our own overloads compete, and the decoys are constrained by a marker, so that valid
// code never looks at them. Nothing else may overload these names.

/// Items whose field equals the value; `nil` where the field holds none.
///
/// ```swift
/// Books.query().where(\.registration == nil)
/// // {"operation":"=","property":"registration","value":null,"type":"null"}
/// ```
@inlinable
public func == <F, V: FilterOperand, O: AllowsEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: V
) -> Condition<F> {
    Condition(.equal, field, value.filterValue)
}

/// Items whose field differs from the value; those without a value too.
///
/// ```swift
/// Books.query().where(\.age != 18)
/// // {"operation":"!=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func != <F, V: FilterOperand, O: AllowsNotEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: V
) -> Condition<F> {
    Condition(.notEqual, field, value.filterValue)
}

/// Items whose value is greater; of a list, any element.
///
/// ```swift
/// Books.query().where(\.age > 18)
/// // {"operation":">","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func > <F, V: FilterOperand, O: AllowsGreater>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> {
    Condition(.greater, field, value.filterValue)
}

/// Items whose value is at least that; of a list, any element.
///
/// ```swift
/// Books.query().where(\.age >= 18)
/// // {"operation":">=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func >= <F, V: FilterOperand, O: AllowsGreaterOrEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> {
    Condition(.greaterOrEqual, field, value.filterValue)
}

/// Items whose value is less; of a list, any element.
///
/// ```swift
/// Books.query().where(\.age < 18)
/// // {"operation":"<","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func < <F, V: FilterOperand, O: AllowsLess>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> {
    Condition(.less, field, value.filterValue)
}

/// Items whose value is at most that; of a list, any element.
///
/// ```swift
/// Books.query().where(\.age <= 18)
/// // {"operation":"<=","property":"age","value":18,"type":"number"}
/// ```
@inlinable
public func <= <F, V: FilterOperand, O: AllowsLessOrEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: V.Unwrapped
) -> Condition<F> {
    Condition(.lessOrEqual, field, value.filterValue)
}

/// Items without a value in a field that has no `=` otherwise: a list, a long text, a localized text, JSON, an object.
///
/// ```swift
/// Books.query().where(\.tags == nil)
/// // {"operation":"=","property":"tags","value":null,"type":"null"}
/// ```
@inlinable
public func == <F, V: AbsenceOperand, O: ForbidsEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: NoValue
) -> Condition<F> { field.isNull }

/// Items with a value in a field that has no `!=` otherwise.
///
/// ```swift
/// Books.query().where(\.tags != nil)
/// // {"operation":"!=","property":"tags","value":null,"type":"null"}
/// ```
@inlinable
public func != <F, V: AbsenceOperand, O: ForbidsNotEqual>(
    field: KeyPath<F, Field<F, V, O>>, value: NoValue
) -> Condition<F> { field.isNotNull }

/// The right side of `\.tags == nil`, where `nil` is all that the field can be compared with.
@frozen
public struct NoValue: Sendable, ExpressibleByNilLiteral {
    @inlinable
    public init(nilLiteral: ()) {}
}
