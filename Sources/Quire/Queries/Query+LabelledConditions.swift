// The tests that have no operator, outside of a filter closure. Each stands for one line of `filter { }`; see there
// (`KeyPathTests.swift`) for what goes out.

extension Query {
    /// Items whose value is one of those: `.where(\.age, in: [1, 2])`.
    public func `where`<V: FilterOperand, O: AllowsIn>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, in values: [V.Unwrapped]
    ) -> Self { narrowed(by: [field.in(values).filter]) }

    /// Items whose value is none of those: `.where(\.age, notIn: [1, 2])`.
    public func `where`<V: FilterOperand, O: AllowsNotIn>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, notIn values: [V.Unwrapped]
    ) -> Self { narrowed(by: [field.notIn(values).filter]) }

    /// Items whose value lies between the two, both included: `.where(\.age, between: 18...65)`.
    public func `where`<V: FilterOperand, O: AllowsBetween>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, between bounds: ClosedRange<V.Unwrapped>
    ) -> Self { narrowed(by: [field.between(bounds).filter]) }

    /// Items whose value lies between the two, the upper one excluded: `.where(\.price, between: 1.5..<9)`.
    public func `where`<V: SingleOperand, O: AllowsBetween>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, between bounds: Range<V.Unwrapped>
    ) -> Self { narrowed(by: [field.between(bounds).filter]) }

    /// Items whose text has the other inside, whatever the case: `.where(\.title, like: "har")`.
    public func `where`<V: FilterOperand, O: AllowsLike>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, like text: String
    ) -> Self { narrowed(by: [field.like(text).filter]) }

    /// Items whose text has the other inside, or whose list has the element: `.where(\.tags, contains: "classic")`.
    public func `where`<V: FilterOperand, O: AllowsContains>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, contains part: V.Contained
    ) -> Self { narrowed(by: [field.contains(part).filter]) }

    /// Items whose list has at least one of the elements: `.where(\.tags, containsAny: ["a", "b"])`.
    public func `where`<E: FilterOperand, O: AllowsContains>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, [E], O>>, containsAny elements: [E]
    ) -> Self { narrowed(by: [field.containsAny(elements).filter]) }

    /// Items whose list has all of the elements: `.where(\.tags, containsAll: ["a", "b"])`.
    public func `where`<E: FilterOperand, O: AllowsContains>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, [E], O>>, containsAll elements: [E]
    ) -> Self { narrowed(by: [field.containsAll(elements).filter]) }

    /// Items whose text starts with the other: `.where(\.title, hasPrefix: "Har")`.
    public func `where`<V: FilterOperand, O: AllowsHasPrefix>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, hasPrefix text: String
    ) -> Self { narrowed(by: [field.hasPrefix(text).filter]) }

    /// Items whose text ends with the other: `.where(\.title, hasSuffix: "Stone")`.
    public func `where`<V: FilterOperand, O: AllowsHasSuffix>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>, hasSuffix text: String
    ) -> Self { narrowed(by: [field.hasSuffix(text).filter]) }

    /// Items within a distance (metres) of a point (degrees): `.where(\.place, nearLatitude: 52.4, longitude: 4.9, within: 500)`.
    public func `where`<V, O: AllowsNear>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>,
        nearLatitude latitude: Double, longitude: Double, within radius: Double
    ) -> Self { narrowed(by: [field.near(latitude: latitude, longitude: longitude, within: radius).filter]) }

    /// Items inside a box of degrees: `.where(\.place, withinSouth: 52, west: 4, north: 53, east: 5)`.
    public func `where`<V, O: AllowsWithin>(
        _ field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>,
        withinSouth south: Double, west: Double, north: Double, east: Double
    ) -> Self { narrowed(by: [field.within(south: south, west: west, north: north, east: east).filter]) }

    /// Items without a value in the field: `.where(isNull: \.tags)`.
    public func `where`<V: AbsenceOperand, O>(
        isNull field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>
    ) -> Self { narrowed(by: [field.isNull.filter]) }

    /// Items with a value in the field: `.where(isNotNull: \.tags)`.
    public func `where`<V: AbsenceOperand, O>(
        isNotNull field: KeyPath<Module.Fields, Field<Module.Fields, V, O>>
    ) -> Self { narrowed(by: [field.isNotNull.filter]) }
}
