// The tests that have no operator, outside of a filter closure. Each stands for one line of `filter { }`; see there
// (`KeyPathTests.swift`) for what goes out.

extension Query {
    /// Items whose value is one of those: `.where(\.age, in: [1, 2])`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, in values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsIn { narrowed(by: [field.in(values).filter]) }

    /// Items whose value is none of those: `.where(\.age, notIn: [1, 2])`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, notIn values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsNotIn {
        narrowed(by: [field.notIn(values).filter])
    }

    /// Items whose value lies between the two, both included: `.where(\.age, between: 18...65)`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, between bounds: ClosedRange<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsBetween {
        narrowed(by: [field.between(bounds).filter])
    }

    /// Items whose value lies between the two, the upper one excluded: `.where(\.price, between: 1.5..<9)`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, between bounds: Range<P.Value.Unwrapped>
    ) -> Self where P.Value: SingleOperand, P.Operators: AllowsBetween {
        narrowed(by: [field.between(bounds).filter])
    }

    /// Items whose text has the other inside, whatever the case: `.where(\.title, like: "har")`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, like text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsLike {
        narrowed(by: [field.like(text).filter])
    }

    /// Items whose text has the other inside, or whose list has the element: `.where(\.tags, contains: "classic")`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, contains part: P.Value.Contained
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsContains {
        narrowed(by: [field.contains(part).filter])
    }

    /// Items whose list has at least one of the elements: `.where(\.tags, containsAny: ["a", "b"])`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, containsAny elements: [P.Value.Element]
    ) -> Self where P.Value: ListOperand, P.Operators: AllowsContains {
        narrowed(by: [field.containsAny(elements).filter])
    }

    /// Items whose list has all of the elements: `.where(\.tags, containsAll: ["a", "b"])`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, containsAll elements: [P.Value.Element]
    ) -> Self where P.Value: ListOperand, P.Operators: AllowsContains {
        narrowed(by: [field.containsAll(elements).filter])
    }

    /// Items whose text starts with the other: `.where(\.title, hasPrefix: "Har")`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasPrefix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsHasPrefix {
        narrowed(by: [field.hasPrefix(text).filter])
    }

    /// Items whose text ends with the other: `.where(\.title, hasSuffix: "Stone")`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasSuffix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators: AllowsHasSuffix {
        narrowed(by: [field.hasSuffix(text).filter])
    }

    /// Items within a distance (metres) of a point (degrees):
    /// `.where(\.place, nearLatitude: 52.4, longitude: 4.9, within: 500)`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        nearLatitude latitude: Double, longitude: Double, within radius: Double
    ) -> Self where P.Operators: AllowsNear {
        narrowed(by: [field.near(latitude: latitude, longitude: longitude, within: radius).filter])
    }

    /// Items inside a box of degrees: `.where(\.place, withinSouth: 52, west: 4, north: 53, east: 5)`.
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        withinSouth south: Double, west: Double, north: Double, east: Double
    ) -> Self where P.Operators: AllowsWithin {
        narrowed(by: [field.within(south: south, west: west, north: north, east: east).filter])
    }

    /// Items without a value in the field: `.where(isNull: \.tags)`.
    public func `where`<P: FieldReference>(
        isNull field: KeyPath<Module.Fields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowed(by: [field.isNull.filter]) }

    /// Items with a value in the field: `.where(isNotNull: \.tags)`.
    public func `where`<P: FieldReference>(
        isNotNull field: KeyPath<Module.Fields, P>
    ) -> Self where P.Value: AbsenceOperand { narrowed(by: [field.isNotNull.filter]) }
}
