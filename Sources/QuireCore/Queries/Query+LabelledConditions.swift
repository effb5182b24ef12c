// Tests without an operator, outside of a filter closure. Each corresponds to one line of `filter { }`. See
// `KeyPathTests.swift` for the requests that they produce.

extension Query {
    /// Adds a condition: the value is one of the given values. `.where(\.age, in: [1, 2])`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, in values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.In == AllowedOperator {
        narrowed(by: [field.in(values).filter])
    }

    /// Adds a condition: the value is none of the given values. `.where(\.age, notIn: [1, 2])`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, notIn values: [P.Value.Unwrapped]
    ) -> Self where P.Value: FilterOperand, P.Operators.NotIn == AllowedOperator {
        narrowed(by: [field.notIn(values).filter])
    }

    /// Adds a condition: the value lies between the bounds, inclusive. `.where(\.age, between: 18...65)`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, between bounds: ClosedRange<P.Value.Unwrapped>
    ) -> Self where P.Value: FilterOperand, P.Operators.Between == AllowedOperator {
        narrowed(by: [field.between(bounds).filter])
    }

    /// Adds a condition: the text contains another text, ignoring case. `.where(\.title, like: "har")`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, like text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.Like == AllowedOperator {
        narrowed(by: [field.like(text).filter])
    }

    /// Adds a condition: the text contains a text, or the list an element. `.where(\.tags, contains: "classic")`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, contains part: P.Value.Contained
    ) -> Self where P.Value: FilterOperand, P.Operators.Contains == AllowedOperator {
        narrowed(by: [field.contains(part).filter])
    }

    /// Adds a condition: the list has at least one of the elements. `.where(\.tags, containsAny: ["a", "b"])`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, containsAny elements: [P.Value.Element]
    ) -> Self where P.Value: ListOperand, P.Operators.Contains == AllowedOperator {
        narrowed(by: [field.containsAny(elements).filter])
    }

    /// Adds a condition: the list has all of the elements. `.where(\.tags, containsAll: ["a", "b"])`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, containsAll elements: [P.Value.Element]
    ) -> Self where P.Value: ListOperand, P.Operators.Contains == AllowedOperator {
        narrowed(by: [field.containsAll(elements).filter])
    }

    /// Adds a condition: the text starts with another text. `.where(\.title, hasPrefix: "Har")`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasPrefix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasPrefix == AllowedOperator {
        narrowed(by: [field.hasPrefix(text).filter])
    }

    /// Adds a condition: the text ends with another text. `.where(\.title, hasSuffix: "Stone")`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, hasSuffix text: String
    ) -> Self where P.Value: FilterOperand, P.Operators.HasSuffix == AllowedOperator {
        narrowed(by: [field.hasSuffix(text).filter])
    }

    /// Adds a condition: the point lies within a distance (metres) of another point (degrees).
    /// `.where(\.place, nearLatitude: 52.4, longitude: 4.9, within: 500)`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        nearLatitude latitude: Double, longitude: Double, within radius: Double
    ) -> Self where P.Operators.Near == AllowedOperator {
        narrowed(by: [field.near(latitude: latitude, longitude: longitude, within: radius).filter])
    }

    /// Adds a condition: the point lies inside a box of degrees.
    /// `.where(\.place, withinSouth: 52, west: 4, north: 53, east: 5)`
    public func `where`<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        withinSouth south: Double, west: Double, north: Double, east: Double
    ) -> Self where P.Operators.Within == AllowedOperator {
        narrowed(by: [field.within(south: south, west: west, north: north, east: east).filter])
    }
}
