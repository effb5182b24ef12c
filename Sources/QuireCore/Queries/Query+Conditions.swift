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
