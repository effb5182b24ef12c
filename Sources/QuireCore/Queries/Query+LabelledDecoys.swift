// Unavailable overloads for labelled tests that the schema does not allow. The compiler's message says so.

extension Query {
    @available(
        *, unavailable, message: "the schema does not list 'in' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, in values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.In == ForbiddenOperator { self }

    @available(
        *, unavailable, message: "the schema does not list 'notIn' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, notIn values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.NotIn == ForbiddenOperator { self }

    @available(
        *, unavailable, message: "the schema does not list 'between' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, between bounds: ClosedRange<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand, P.Operators.Between == ForbiddenOperator { self }

    @available(
        *, unavailable,
        message: "between takes a closed range. Exclude the upper bound with two conditions, >= and <"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, between bounds: Range<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand { self }

    @available(*, unavailable, renamed: "where(_:nearLatitude:longitude:within:)")
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, near point: GeoPoint, within radius: Double
    ) -> Self where P.Operators.Near == AllowedOperator { self }

    @available(
        *, unavailable, message: "the schema does not list 'like' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, like text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.Like == ForbiddenOperator { self }

    @available(
        *, unavailable,
        message: "the schema does not list 'contains' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, contains part: P.Value.Contained
    ) -> Self where P.Value: FilterOperand, P.Operators.Contains == ForbiddenOperator { self }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasPrefix' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasPrefix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasPrefix == ForbiddenOperator { self }

    @available(
        *, unavailable,
        message: "the schema does not list 'hasSuffix' among the filter operators of this field"
    )
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasSuffix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasSuffix == ForbiddenOperator { self }
}
