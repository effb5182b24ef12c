// Tests that have no operator, as methods of the key path: `$0.title.like("har")` in a filter closure. A key path
// literal takes no method call; there it is `.where(\.title, like: "har")`.

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// Items whose value is one of those; of a list, any element.
    ///
    /// ```swift
    /// Books.query().filter { $0.language.in([.english, .french]) }
    /// // {"operation":"in","property":"language","value":["eng","fre"],"type":"string"}
    /// ```
    @inlinable
    public func `in`(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsIn {
        Condition(.in, self, .list(values.map(\.filterValue)))
    }

    /// Items whose value is none of those, and items without a value; of a list, no element.
    ///
    /// ```swift
    /// Books.query().filter { $0.age.notIn([1, 2]) }
    /// // {"operation":"!in","property":"age","value":[1,2],"type":"number"}
    /// ```
    @inlinable
    public func notIn(_ values: [Value.Value.Unwrapped]) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsNotIn {
        Condition(.notIn, self, .list(values.map(\.filterValue)))
    }

    /// Items whose value lies between the two, both included; of a list, one element must meet both.
    ///
    /// ```swift
    /// Books.query().filter { $0.age.between(18...65) }
    /// // {"operation":"between","property":"age","value":[18,65],"type":"number"}
    /// ```
    @inlinable
    public func between(_ bounds: ClosedRange<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsBetween {
        Condition(.between, self, .list([bounds.lowerBound.filterValue, bounds.upperBound.filterValue]))
    }

    /// Items whose value lies between the two, the upper one excluded; lists have no such test.
    ///
    /// ```swift
    /// Books.query().filter { $0.price.between(1.5..<9) }
    /// // {"condition":"and","operands":[{"operation":">=",…,"value":1.5,…},{"operation":"<",…,"value":9,…}]}
    /// ```
    @inlinable
    public func between(_ bounds: Range<Value.Value.Unwrapped>) -> Condition<Root>
    where Value.Value: SingleOperand, Value.Operators: AllowsBetween {
        let name = name
        return Condition(
            .and([
                .leaf(
                    .init(.greaterOrEqual, name, bounds.lowerBound.filterValue, type: Value.Value.wireType)),
                .leaf(.init(.less, name, bounds.upperBound.filterValue, type: Value.Value.wireType)),
            ]))
    }
}

// MARK: - Texts

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// Items whose text has the other inside, whatever the case. There are no wildcards.
    ///
    /// HALO needs at least three characters; a shorter text is refused for HALO before anything is sent.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.like("har") }
    /// // {"operation":"like","property":"title","value":"har","type":"string"}
    /// ```
    @inlinable
    public func like(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsLike {
        Condition(.like, self, .string(text))
    }

    /// Items whose text has the other inside, byte for byte; of a list, items with an element that equals it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.contains("Potter"); $0.tags.contains("classic") }
    /// // {"operation":"contains","property":"title","value":"Potter","type":"string"}
    /// // {"operation":"in","property":"tags","value":["classic"],"type":"string"}
    /// ```
    /// HALO can express it of lists only.
    @inlinable
    public func contains(_ part: Value.Value.Contained) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsContains {
        let test = Value.Value.containing(part)
        return Condition(test.operation, self, test.value)
    }

    /// Items whose text starts with the other, byte for byte. HALO cannot express it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.hasPrefix("Har") }
    /// // {"operation":"hasPrefix","property":"title","value":"Har","type":"string"}
    /// ```
    @inlinable
    public func hasPrefix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsHasPrefix {
        Condition(.hasPrefix, self, .string(text))
    }

    /// Items whose text ends with the other, byte for byte. HALO cannot express it.
    ///
    /// ```swift
    /// Books.query().filter { $0.title.hasSuffix("Stone") }
    /// // {"operation":"hasSuffix","property":"title","value":"Stone","type":"string"}
    /// ```
    @inlinable
    public func hasSuffix(_ text: String) -> Condition<Root>
    where Value.Value: FilterOperand, Value.Operators: AllowsHasSuffix {
        Condition(.hasSuffix, self, .string(text))
    }
}

// MARK: - Lists

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// Items whose list has at least one of those elements.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.containsAny(["classic", "fantasy"]) }
    /// // {"operation":"in","property":"tags","value":["classic","fantasy"],"type":"string"}
    /// ```
    @inlinable
    public func containsAny(_ elements: [Value.Value.Element]) -> Condition<Root>
    where Value.Value: ListOperand, Value.Operators: AllowsContains {
        Condition(.in, self, .list(elements.map(\.filterValue)))
    }

    /// Items whose list has all of those elements.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.containsAll(["classic", "fantasy"]) }
    /// // {"condition":"and","operands":[
    /// //   {"operation":"in","property":"tags","value":["classic"],"type":"string"},
    /// //   {"operation":"in","property":"tags","value":["fantasy"],"type":"string"}]}
    /// ```
    @inlinable
    public func containsAll(_ elements: [Value.Value.Element]) -> Condition<Root>
    where Value.Value: ListOperand, Value.Operators: AllowsContains {
        let name = name
        let tests = elements.map { element in
            Filter.leaf(.init(.in, name, .list([element.filterValue]), type: Value.Value.wireType))
        }
        return Condition(tests.count == 1 ? tests[0] : .and(tests))
    }
}

// MARK: - Points

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// Items within a distance of a point.
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
    where Value.Operators: AllowsNear {
        let value = FilterValue.list([.number(latitude), .number(longitude), .number(radius)])
        return Condition(.leaf(.init(.near, name, value, type: .number)))
    }

    /// Items inside a box, in degrees; where east is less than west, it crosses the 180th meridian.
    ///
    /// ```swift
    /// Shops.query().filter { $0.place.within(south: 52, west: 4, north: 53, east: 5) }
    /// // {"operation":"within","property":"place","value":[52,4,53,5],"type":"number"}
    /// ```
    @inlinable
    public func within(
        south: Double, west: Double, north: Double, east: Double
    ) -> Condition<Root>
    where Value.Operators: AllowsWithin {
        let value = FilterValue.list([.number(south), .number(west), .number(north), .number(east)])
        return Condition(.leaf(.init(.within, name, value, type: .number)))
    }
}

// MARK: - No value

extension KeyPath
where Root: FieldSet, Value: FieldReference, Value.Value: AbsenceOperand {
    /// Items without a value: null, missing, or an empty list.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.isNull }
    /// // {"operation":"=","property":"tags","value":null,"type":"null"}
    /// ```
    @inlinable
    public var isNull: Condition<Root> { Condition(.leaf(.init(.equal, name, .null, type: .null))) }

    /// Items with a value.
    ///
    /// ```swift
    /// Books.query().filter { $0.tags.isNotNull }
    /// // {"operation":"!=","property":"tags","value":null,"type":"null"}
    /// ```
    @inlinable
    public var isNotNull: Condition<Root> { Condition(.leaf(.init(.notEqual, name, .null, type: .null))) }
}
