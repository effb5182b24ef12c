// Unavailable methods for names of other libraries and for misplaced calls. The compiler's message says what to write.

extension Query {
    @available(*, unavailable, renamed: "filter(_:)")
    public func `where`(
        _ none: Never...,
        @FilterBuilder<Module.Fields> matching conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) -> Self { self }

    @available(
        *, unavailable,
        message:
            "a field alone is not a condition. Compare it, as in where(\\.active == true), or test it, as in where(\\.title, like: text)"
    )
    @_disfavoredOverload
    public func `where`<P: FieldReference>(_ field: KeyPath<Module.Fields, P>) -> Self { self }

    @available(*, unavailable, renamed: "sort(by:_:nulls:)")
    public func sort<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending
    ) -> Self { self }

    @available(*, unavailable, renamed: "sort(by:_:nulls:)")
    public func order<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending
    ) -> Self { self }

    @available(
        *, unavailable, message: "every where(…) narrows the query further, so another where(…) is an 'and'"
    )
    public func and(_ condition: Condition<Module.Fields>) -> Self { self }

    @available(
        *, unavailable,
        message: "join conditions with ||, as in where(\\.age < 18 || \\.age > 65), or use where(anyOf { … })"
    )
    public func or(_ condition: Condition<Module.Fields>) -> Self { self }

    @available(
        *, unavailable,
        message: "only relations can be included: the schema declares another type for a field here"
    )
    public func include<each P: FieldReference>(_ fields: repeat KeyPath<Module.Fields, each P>) -> Self {
        self
    }

    @available(
        *, unavailable, message: "this field is not a relation: the schema declares another type for it"
    )
    public func related<P: FieldReference>(_ field: KeyPath<Module.Fields, P>, to ids: [String]) -> Self
    where P.Value: SingleOperand { self }

    @available(
        *, unavailable, message: "this field is not a relation: the schema declares another type for it"
    )
    public func related<P: FieldReference>(_ field: KeyPath<Module.Fields, P>) -> Self { self }
}

extension Selection {
    @available(*, unavailable, message: "write the conditions before select(…)")
    public func `where`(_ condition: Condition<Module.Fields>, _ more: Condition<Module.Fields>...) -> Self {
        self
    }

    @available(*, unavailable, message: "write the conditions before select(…)")
    public func filter(
        @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) -> Self { self }

    @available(*, unavailable, message: "write the order before select(…)")
    public func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) -> Self { self }

    @available(*, unavailable, message: "write the page before select(…)")
    public func page(_ number: Int, size: Int) -> Self { self }
}

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

// Unavailable methods for names that the schema does not declare. The compiler considers them only if nothing else fits.

extension Query {
    @available(*, unavailable, message: "the schema declares no field of this name")
    public func sort(
        by field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func search(
        _ text: String = "", in field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func facet(
        _ field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, disjunctive: Bool? = nil,
        maximumValues: Int = 100, missing: Bool = false
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func refine(
        _ field: KeyPath<Module.Fields, NoSuchField<Module.Fields>>, to values: [Any]
    ) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func include<each Path>(_ paths: repeat KeyPath<Module.Fields, each Path>) -> Self { self }

    @available(*, unavailable, message: "the schema declares no field of this name")
    public func select<each Part: SelectablePart>(
        _ parts: repeat KeyPath<Selectable<Module>, each Part>
    ) -> Self { self }
}

/// A part of a selection: a ``Selected`` value, or a name that the schema does not declare, which no query accepts.
@_documentation(visibility: internal)
public protocol SelectablePart: Sendable {}

extension Selected: SelectablePart {}

extension NoSuchField: SelectablePart {}

extension Selectable {
    /// A name that is no field.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Module.Fields, NoSuchField<Module.Fields>>
    ) -> NoSuchField<Module.Fields> { Module.Fields()[keyPath: name] }
}

extension Selected where Value: ObjectOperand {
    /// A name that is no member of the object.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Value.Fields, NoSuchField<Value.Fields>>
    ) -> NoSuchField<Value.Fields> { Value.Fields()[keyPath: name] }
}

extension Selected where Value: RelationOperand {
    /// A name that is no field of the related module.
    @_disfavoredOverload
    public subscript(
        dynamicMember name: KeyPath<Value.Target.Fields, NoSuchField<Value.Target.Fields>>
    ) -> NoSuchField<Value.Target.Fields> { Value.Target.Fields()[keyPath: name] }
}
