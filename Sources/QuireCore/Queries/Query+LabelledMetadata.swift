// Tests of metadata without an operator, outside of a `filterMeta { }` closure. See `KeyPathTests.swift` for the
// requests that they produce.

extension Query {
    /// Adds a condition: the metadata is one of the given values. `.whereMeta(\.createdBy, in: ["ann", "bob"])`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, in values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.In == AllowedOperator {
        narrowedMeta(by: [field.in(values).filter])
    }

    /// Adds a condition: the metadata is none of the given values. `.whereMeta(\.createdBy, notIn: ["ann"])`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, notIn values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.NotIn == AllowedOperator {
        narrowedMeta(by: [field.notIn(values).filter])
    }

    /// Adds a condition: the date lies between the bounds, inclusive. `.whereMeta(\.updatedAt, between: start...end)`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, between bounds: ClosedRange<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand, P.Operators.Between == AllowedOperator {
        narrowedMeta(by: [field.between(bounds).filter])
    }

    /// Adds a condition: the date lies between the bounds, excluding the upper one.
    /// `.whereMeta(\.updatedAt, between: start..<end)`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, between bounds: Range<P.Value.Unwrapped>
    ) -> Self where P.Value: SingleOperand, P.Operators.Between == AllowedOperator {
        narrowedMeta(by: [field.between(bounds).filter])
    }

    /// Adds a condition: the metadata contains the text, ignoring case. `.whereMeta(\.name, like: "emma")`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, like text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.Like == AllowedOperator {
        narrowedMeta(by: [field.like(text).filter])
    }

    /// Adds a condition: the metadata contains the text, byte for byte. `.whereMeta(\.name, contains: "Emma")`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, contains part: P.Value.Contained
    ) -> Self where P.Value: FilterOperand, P.Operators.Contains == AllowedOperator {
        narrowedMeta(by: [field.contains(part).filter])
    }

    /// Adds a condition: the metadata starts with the text. `.whereMeta(\.name, hasPrefix: "Em")`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, hasPrefix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasPrefix == AllowedOperator {
        narrowedMeta(by: [field.hasPrefix(text).filter])
    }

    /// Adds a condition: the metadata ends with the text. `.whereMeta(\.name, hasSuffix: "ma")`
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, hasSuffix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasSuffix == AllowedOperator {
        narrowedMeta(by: [field.hasSuffix(text).filter])
    }

    /// Adds a condition: the metadata has no value. `.whereMeta(isNull: \.publishedAt)`
    public func whereMeta<P: FieldReference>(
        isNull field: KeyPath<MetaFields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowedMeta(by: [field.isNull.filter]) }

    /// Adds a condition: the metadata has a value. `.whereMeta(isNotNull: \.publishedAt)`
    public func whereMeta<P: FieldReference>(
        isNotNull field: KeyPath<MetaFields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowedMeta(by: [field.isNotNull.filter]) }
}
