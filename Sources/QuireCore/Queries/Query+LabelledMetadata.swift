// The tests of metadata that have no operator, outside of a `filterMeta { }` closure; see `KeyPathTests.swift` for what
// goes out.

extension Query {
    /// Items whose metadata is one of those: `.whereMeta(\.createdBy, in: ["ann", "bob"])`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, in values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsIn {
        narrowedMeta(by: [field.in(values).filter])
    }

    /// Items whose metadata is none of those: `.whereMeta(\.createdBy, notIn: ["ann"])`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, notIn values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsNotIn {
        narrowedMeta(by: [field.notIn(values).filter])
    }

    /// Items whose date lies between the two, both included: `.whereMeta(\.updatedAt, between: start...end)`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, between bounds: ClosedRange<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsBetween {
        narrowedMeta(by: [field.between(bounds).filter])
    }

    /// Items whose date lies between the two, the upper one excluded: `.whereMeta(\.updatedAt, between: start..<end)`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, between bounds: Range<P.Value.Unwrapped>
    ) -> Self where P.Value: SingleOperand, P.Operators: AllowsBetween {
        narrowedMeta(by: [field.between(bounds).filter])
    }

    /// Items whose metadata contains the text, whatever the case: `.whereMeta(\.name, like: "emma")`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, like text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsLike {
        narrowedMeta(by: [field.like(text).filter])
    }

    /// Items whose metadata contains the text, byte for byte: `.whereMeta(\.name, contains: "Emma")`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, contains part: P.Value.Contained
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsContains {
        narrowedMeta(by: [field.contains(part).filter])
    }

    /// Items whose metadata starts with the text: `.whereMeta(\.name, hasPrefix: "Em")`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, hasPrefix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsHasPrefix {
        narrowedMeta(by: [field.hasPrefix(text).filter])
    }

    /// Items whose metadata ends with the text: `.whereMeta(\.name, hasSuffix: "ma")`.
    public func whereMeta<P: FieldReference>(
        _ field: KeyPath<MetaFields, P>, hasSuffix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsHasSuffix {
        narrowedMeta(by: [field.hasSuffix(text).filter])
    }

    /// Items without the metadata: `.whereMeta(isNull: \.publishedAt)`.
    public func whereMeta<P: FieldReference>(
        isNull field: KeyPath<MetaFields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowedMeta(by: [field.isNull.filter]) }

    /// Items with the metadata: `.whereMeta(isNotNull: \.publishedAt)`.
    public func whereMeta<P: FieldReference>(
        isNotNull field: KeyPath<MetaFields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowedMeta(by: [field.isNotNull.filter]) }
}
