// Tests without an operator, as methods of the key path: `$0.title.like("har")` in a filter closure. A key path
// literal cannot have a method call, so there it is `.where(\.title, like: "har")`.

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    /// Matches items whose value is one of the given values. For a list, any element may match.
    ///
    /// ```swift
    /// Books.query().filter { $0.language.in([.english, .french]) }
    /// // {"operation":"in","property":"language","value":["eng","fre"],"type":"string"}
    /// ```
    @inlinable
    public func `in`(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.In == AllowedOperator {
        Condition(.in, self, value: .list(values.map(\.filterValue)))
    }

    /// Matches items whose value is none of the given values, and items without a value. For a list, no element may
    /// match.
    ///
    /// ```swift
    /// Books.query().filter { $0.age.notIn([1, 2]) }
    /// // {"operation":"!in","property":"age","value":[1,2],"type":"number"}
    /// ```
    @inlinable
    public func notIn(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.NotIn == AllowedOperator {
        Condition(.notIn, self, value: .list(values.map(\.filterValue)))
    }

    /// Matches items whose value lies between the two bounds, inclusive. For a list, one element must satisfy both.
    ///
    /// ```swift
    /// Books.query().filter { $0.age.between(18...65) }
    /// // {"operation":"between","property":"age","value":[18,65],"type":"number"}
    /// ```
    @inlinable
    public func between(_ bounds: ClosedRange<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Between == AllowedOperator {
        Condition(
            .between, self, value: .list([bounds.lowerBound.filterValue, bounds.upperBound.filterValue]))
    }
}

// MARK: - Texts

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    /// Matches items whose text contains the other text, ignoring case. There are no wildcards.
    ///
    /// HALO needs at least three characters. A shorter text is rejected before anything is sent to HALO.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.like("har") }
    /// // {"operation":"like","property":"title","value":"har","type":"string"}
    /// ```
    @inlinable
    public func like(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Like == AllowedOperator {
        Condition(.like, self, value: .string(text))
    }

    /// Matches items whose text contains the other text, byte for byte. For a list, an element must equal it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.contains("Potter"); $0.tags.contains("classic") }
    /// // {"operation":"contains","property":"title","value":"Potter","type":"string"}
    /// // {"operation":"in","property":"tags","value":["classic"],"type":"string"}
    /// ```
    /// HALO supports this only for lists.
    @inlinable
    public func contains(_ part: Value.Value.Contained) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.Contains == AllowedOperator {
        let test = Value.Value.containing(part)
        return Condition(test.operation, self, value: test.value)
    }

    /// Matches items whose text starts with the other text, byte for byte. HALO cannot express it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.hasPrefix("Har") }
    /// // {"operation":"hasPrefix","property":"title","value":"Har","type":"string"}
    /// ```
    @inlinable
    public func hasPrefix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.HasPrefix == AllowedOperator {
        Condition(.hasPrefix, self, value: .string(text))
    }

    /// Matches items whose text ends with the other text, byte for byte. HALO cannot express it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.hasSuffix("Stone") }
    /// // {"operation":"hasSuffix","property":"title","value":"Stone","type":"string"}
    /// ```
    @inlinable
    public func hasSuffix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators.HasSuffix == AllowedOperator {
        Condition(.hasSuffix, self, value: .string(text))
    }
}

// MARK: - Lists

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    /// Matches items whose list has at least one of the given elements.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.containsAny(["classic", "fantasy"]) }
    /// // {"operation":"in","property":"tags","value":["classic","fantasy"],"type":"string"}
    /// ```
    @inlinable
    public func containsAny(_ elements: [Value.Value.Element]) -> Condition<Root>
    where Value.Value: ListOperand, Value.Operators.Contains == AllowedOperator {
        Condition(.in, self, value: .list(elements.map(\.filterValue)))
    }

    /// Matches items whose list has all of the given elements.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.containsAll(["classic", "fantasy"]) }
    /// // {"condition":"and","operands":[
    /// //   {"operation":"in","property":"tags","value":["classic"],"type":"string"},
    /// //   {"operation":"in","property":"tags","value":["fantasy"],"type":"string"}]}
    /// ```
    @inlinable
    public func containsAll(_ elements: [Value.Value.Element]) -> Condition<Root>
    where Value.Value: ListOperand, Value.Operators.Contains == AllowedOperator {
        let path = fieldPath
        let tests = elements.map { element in
            Filter.leaf(
                .init(.in, path.name, value: .list([element.filterValue]), type: Value.Value.wireType)
            )
            .behind(path.steps)
        }
        return Condition(tests.count == 1 ? tests[0] : .and(tests))
    }
}

// MARK: - Points

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    /// Matches items within a distance of a point.
    ///
    /// ```swift
    /// Shops.query().filter { $0.place.near(latitude: 52.37, longitude: 4.9, within: 2_000) }
    /// // {"operation":"near","property":"place","value":[52.37,4.9,2000],"type":"number"}
    /// ```
    /// - Parameters:
    ///   - latitude: Degrees, −90…90.
    ///   - longitude: Degrees, −180…180.
    ///   - radius: Metres.
    @inlinable
    public func near(
        latitude: Double, longitude: Double, within radius: Double
    ) -> Condition<Root>
    where Value.Operators.Near == AllowedOperator {
        let value = FilterValue.list([.number(latitude), .number(longitude), .number(radius)])
        return Condition(.near, fieldPath, value: value, type: .number)
    }

    /// Matches items inside a box, in degrees. If east is less than west, the box crosses the 180th meridian.
    ///
    /// ```swift
    /// Shops.query().filter { $0.place.within(south: 52, west: 4, north: 53, east: 5) }
    /// // {"operation":"within","property":"place","value":[52,4,53,5],"type":"number"}
    /// ```
    @inlinable
    public func within(
        south: Double, west: Double, north: Double, east: Double
    ) -> Condition<Root>
    where Value.Operators.Within == AllowedOperator {
        let value = FilterValue.list([.number(south), .number(west), .number(north), .number(east)])
        return Condition(.within, fieldPath, value: value, type: .number)
    }
}

// MARK: - No value

extension KeyPath
where Root: FieldOwner, Value: FieldReference, Value.Value: AbsenceOperand {
    /// Matches items without a value: null, missing, or an empty list.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.isNull }
    /// // {"operation":"=","property":"tags","value":null,"type":"null"}
    /// ```
    @inlinable
    public var isNull: Condition<Root> { Condition(.equal, fieldPath, value: .null, type: .null) }

    /// Matches items with a value.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.isNotNull }
    /// // {"operation":"!=","property":"tags","value":null,"type":"null"}
    /// ```
    @inlinable
    public var isNotNull: Condition<Root> { Condition(.notEqual, fieldPath, value: .null, type: .null) }
}

// Conditions on one related item, or on one object of a list: `$0.editors.any { $0.birthYear < 1900 }`.

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: NestedOperand {
    /// Matches items with at least one related item, or one object in the list, that meets all conditions of the
    /// closure.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.any { $0.fullName == "Ann"; $0.publisher == nil } }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// Artworks.query().filter { $0.contributors.any { $0.name == "Ann"; $0.role == "artist" } }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// One element must meet all conditions, unlike `where(\.contributors.name == "Ann", \.contributors.role == "artist")`,
    /// which two objects may meet. Only related items that exist count: the id of a deleted item is ignored. A closure
    /// without conditions is ignored; use ``isFound`` for "any related item exists".
    public func any(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .any($0, $1) }
    }

    /// Matches items without a related item, or an object in the list, that meets all conditions of the closure,
    /// including items without any. It is the exact complement of ``any(_:)``.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.none { $0.fullName == "Ann" } }
    /// // no editors (fullName = "Ann")
    /// ```
    public func none(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .none($0, $1) }
    }

    /// Matches items whose related items, or objects in the list, all meet the conditions of the closure, including
    /// items without any.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.every { $0.fullName == "Ann" } }
    /// // no editors (fullName != "Ann")
    /// ```
    public func every(
        @FilterBuilder<Value.Value.Fields> _ conditions: (Value.Value.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        nested(conditions(.init())) { .none($0, $1.negated(in: Value.Value.Fields.table)) }
    }

    private func nested(
        _ lines: [Filter], _ node: (RelationStep, Filter) -> Filter
    ) -> Condition<Root> {
        let filter = Filter.joining(.and, lines)
        return Condition(
            filter.isEmptyGroup ? filter : fieldPath.nested(Value.Value.step, filter, node: node))
    }
}
