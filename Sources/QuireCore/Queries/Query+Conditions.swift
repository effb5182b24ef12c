extension Query {
    /// Adds conditions that all items must meet.
    ///
    /// ```swift
    /// Books.query().where(\.age >= 18, \.title != "x")
    /// // "searchValues":{"condition":"and","operands":[
    /// //   {"operation":">=","property":"age","value":18,"type":"number"},
    /// //   {"operation":"!=","property":"title","value":"x","type":"string"}]}
    /// ```
    /// Write more than three conditions as lines of `filter { }`. There, the compiler reports a mistake within
    /// milliseconds. In a long `&&` chain, that can take seconds.
    public func `where`(_ condition: Condition<Module.Fields>, _ more: Condition<Module.Fields>...) -> Self {
        narrowed(by: [condition.filter] + more.map(\.filter))
    }

    /// Adds the conditions of the closure, one per line, which all items must meet. `$0` has the module's fields.
    ///
    /// ```swift
    /// Books.query().filter {
    ///     if let minAge { $0.age >= minAge }
    ///     $0.language.in([.english, .french])
    ///     anyOf { $0.rank == nil; $0.rank >= 3 }
    /// }
    /// ```
    /// Conditions that are skipped (by `if` or `for`) are ignored, and so is a group without conditions.
    public func filter(
        @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) -> Self {
        narrowed(by: conditions(.init()))
    }

    /// Adds the metadata conditions of the closure, one per line, which all items must meet.
    ///
    /// ```swift
    /// Books.query().filterMeta { $0.publishedAt <= now; $0.removedAt == nil || $0.removedAt > now }
    /// // "metaSearch":{"condition":"and","operands":[
    /// //   {"operation":"<=","property":"publishedAt","value":1718000000000,"type":"date"},
    /// //   {"condition":"or","operands":[…]}]}
    /// ```
    public func filterMeta(@FilterBuilder<MetaFields> _ conditions: (MetaFields.ConditionScope) -> [Filter])
        -> Self
    {
        narrowedMeta(by: conditions(.init()))
    }

    func narrowed(by filters: [Filter]) -> Self {
        var query = self
        query.request.filter = Filter.narrowing(request.filter, by: filters)
        return query
    }

    func narrowedMeta(by filters: [Filter]) -> Self {
        var query = self
        query.request.metaFilter = Filter.narrowing(request.metaFilter, by: filters)
        return query
    }
}

extension Filter {
    /// Adds conditions to a query's filter. Returns `nil` if none are left. A single condition is kept unchanged, so
    /// that a tree built by hand is sent unchanged.
    fileprivate static func narrowing(_ filter: Filter?, by more: [Filter]) -> Filter? {
        let joined = joining(.and, (filter.map { [$0] } ?? []) + more)
        return joined.isEmptyGroup ? nil : joined
    }
}

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

// Conditions on one related item, or on one object of a list, outside of a filter closure.

extension Query {
    /// Adds a condition: at least one related item, or one object in the list, meets all conditions of the closure.
    ///
    /// ```swift
    /// Books.query().where(any: \.editors) { $0.fullName == "Ann"; $0.publisher == nil }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// Artworks.query().where(any: \.contributors) { $0.name == "Ann"; $0.role == "artist" }
    /// // any contributors (name = "Ann" and role = "artist")
    /// ```
    /// Only related items that exist count. A closure without conditions is ignored.
    public func `where`<P: FieldReference>(
        any field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.any(conditions).filter]) }

    /// Adds a condition: all related items, or all objects in the list, meet the conditions of the closure. Also matches
    /// items without any.
    ///
    /// ```swift
    /// Books.query().where(every: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName != "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        every field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.every(conditions).filter]) }

    /// Adds a condition: no related item, or no object in the list, meets all conditions of the closure. Also matches
    /// items without any.
    ///
    /// ```swift
    /// Books.query().where(none: \.editors) { $0.fullName == "Ann" }
    /// // no editors (fullName = "Ann")
    /// ```
    public func `where`<P: FieldReference>(
        none field: KeyPath<Module.Fields, P>,
        @FilterBuilder<P.Value.Fields> _ conditions: (P.Value.Fields.ConditionScope) -> [Filter]
    ) -> Self where P.Value: NestedOperand { narrowed(by: [field.none(conditions).filter]) }
}
