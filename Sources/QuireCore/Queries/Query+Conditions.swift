extension Query {
    /// Items that meet all the conditions.
    ///
    /// ```swift
    /// Books.query().where(\.age >= 18, \.title != "x")
    /// // "searchValues":{"condition":"and","operands":[
    /// //   {"operation":">=","property":"age","value":18,"type":"number"},
    /// //   {"operation":"!=","property":"title","value":"x","type":"string"}]}
    /// ```
    /// More than three conditions are better written as lines of `filter { }`: a mistake in one of them is found
    /// in milliseconds there, and can take the compiler seconds in a long `&&` chain.
    public func `where`(_ condition: Condition<Module.Fields>, _ more: Condition<Module.Fields>...) -> Self {
        narrowed(by: [condition.filter] + more.map(\.filter))
    }

    /// Items that meet all the conditions of the closure, one per line; `$0` has the module's fields.
    ///
    /// ```swift
    /// Books.query().filter {
    ///     if let minAge { $0.age >= minAge }
    ///     $0.language.in([.english, .french])
    ///     anyOf { $0.rank == nil; $0.rank >= 3 }
    /// }
    /// ```
    /// Conditions that are left out (`if`, `for`) leave nothing behind, and neither does a group without any.
    public func filter(
        @FilterBuilder<Module.Fields> _ conditions: (FieldScope<Module.Fields>) -> [Filter]
    ) -> Self {
        narrowed(by: conditions(FieldScope()))
    }

    /// Items that meet any condition of the closure.
    ///
    /// ```swift
    /// Books.query().filterAny { $0.registration == nil; $0.age < 18 }
    /// // "searchValues":{"condition":"or","operands":[…,…]}
    /// ```
    public func filterAny(
        @FilterBuilder<Module.Fields> _ conditions: (FieldScope<Module.Fields>) -> [Filter]
    ) -> Self {
        narrowed(by: [.joining(.or, conditions(FieldScope()))])
    }

    /// Items whose metadata meets all the conditions.
    ///
    /// ```swift
    /// Books.query().whereMeta(\.publishedAt <= now, \.removedAt == nil || \.removedAt > now)
    /// // "metaSearch":{"condition":"and","operands":[
    /// //   {"operation":"<=","property":"publishedAt","value":1718000000000,"type":"date"},
    /// //   {"condition":"or","operands":[…]}]}
    /// ```
    public func whereMeta(_ condition: Condition<MetaFields>, _ more: Condition<MetaFields>...) -> Self {
        narrowedMeta(by: [condition.filter] + more.map(\.filter))
    }

    /// Items whose metadata meets all the conditions of the closure.
    public func filterMeta(@FilterBuilder<MetaFields> _ conditions: (FieldScope<MetaFields>) -> [Filter])
        -> Self
    {
        narrowedMeta(by: conditions(FieldScope()))
    }

    /// Items whose metadata meets any condition of the closure.
    public func filterMetaAny(
        @FilterBuilder<MetaFields> _ conditions: (FieldScope<MetaFields>) -> [Filter]
    ) -> Self {
        narrowedMeta(by: [.joining(.or, conditions(FieldScope()))])
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
    /// A query's filter with further conditions; `nil` where all of them were left out. One condition alone is kept as
    /// it is, so that a tree built by hand goes out as it was built.
    fileprivate static func narrowing(_ filter: Filter?, by more: [Filter]) -> Filter? {
        let joined = joining(.and, (filter.map { [$0] } ?? []) + more)
        return joined.isEmptyGroup ? nil : joined
    }
}
