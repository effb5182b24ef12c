// Conditions on related items: `$0.editors.any { $0.birthYear < 1900 }`.

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: RelationOperand {
    /// Matches items with at least one related item that meets all conditions of the closure.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.any { $0.fullName == "Ann"; $0.publisher == nil } }
    /// // any editors (fullName = "Ann" and publisher = null)
    /// ```
    /// One related item must meet all conditions. Only items that exist count: the id of a deleted item is ignored. A
    /// closure without conditions is ignored; use ``isFound`` for "any related item exists".
    public func any(
        @FilterBuilder<Value.Value.Target.Fields> _ conditions:
            (Value.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        related(conditions(.init())) { .any($0, $1) }
    }

    /// Matches items without a related item that meets all conditions of the closure, including items without related
    /// items. It is the exact complement of ``any(_:)``.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.none { $0.fullName == "Ann" } }
    /// // no editors (fullName = "Ann")
    /// ```
    public func none(
        @FilterBuilder<Value.Value.Target.Fields> _ conditions:
            (Value.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        related(conditions(.init())) { .none($0, $1) }
    }

    /// Matches items whose related items all meet the conditions of the closure, including items without related items.
    ///
    /// ```swift
    /// Books.query().filter { $0.editors.every { $0.fullName == "Ann" } }
    /// // no editors (fullName != "Ann")
    /// ```
    public func every(
        @FilterBuilder<Value.Value.Target.Fields> _ conditions:
            (Value.Value.Target.Fields.ConditionScope) -> [Filter]
    ) -> Condition<Root> {
        related(conditions(.init())) { .none($0, $1.negated(in: Value.Value.Target.Fields.table)) }
    }

    /// Matches items with at least one related item that exists.
    ///
    /// ```swift
    /// Books.query().filter { $0.author.isFound }
    /// // any author (everything)
    /// ```
    /// `isNotNull` also matches an item whose relation only names deleted items.
    public var isFound: Condition<Root> {
        Condition(path.reached(Value.Value.Target.descriptor, .and([])) { .any($0, $1) })
    }

    private func related(
        _ lines: [Filter], _ node: (RelationStep, Filter) -> Filter
    ) -> Condition<Root> {
        let filter = Filter.joining(.and, lines)
        if filter.isEmptyGroup { return Condition(filter) }
        return Condition(path.reached(Value.Value.Target.descriptor, filter, node))
    }
}

extension FieldPath {
    /// A condition on the items that the relation at this path points at. `node` is `any` or `none`.
    func reached(
        _ module: ModuleDescriptor, _ filter: Filter, _ node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        Filter.nested(steps + [RelationStep(name, to: module)], filter, node)
    }

    /// A condition on one object of the list at this path. `node` is `any` or `none`.
    func elements(_ filter: Filter, _ node: (RelationStep, Filter) -> Filter) -> Filter {
        Filter.nested(steps + [RelationStep(elementsOf: name)], filter, node)
    }

    /// A condition on the items whose relation at this path, in the module `source`, names an item.
    func reversed(
        from source: ModuleDescriptor, _ filter: Filter, _ node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        let sources = [source] + steps.map(\.module)
        let relations = steps.map(\.relation) + [name]
        let back = zip(sources, relations).reversed().map { RelationStep(from: $0, by: $1) }
        return Filter.nested(back, filter, node)
    }
}

extension Filter {
    /// The filter behind several steps. `node` applies to the whole path: `none` means that no item behind it matches.
    fileprivate static func nested(
        _ steps: [RelationStep], _ filter: Filter, _ node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        guard let first = steps.first, let last = steps.last else { return filter }
        let inner = node(last, filter)
        guard steps.count > 1 else { return inner }
        let isNone = if case .none = inner { true } else { false }
        var nested = isNone ? inner.negated() : inner
        for step in steps.dropFirst().dropLast().reversed() { nested = .any(step, nested) }
        return isNone ? .none(first, nested) : .any(first, nested)
    }
}

// MARK: - Reverse

/// Matches items that at least one item of another module names in a relation, and that meets the closure's conditions.
///
/// ```swift
/// Authors.query().filter { $0.publisher == nil; anyItem(of: Books.self, by: \.author) { $0.age >= 18 } }
/// // publisher = null and any books by author (age >= 18)
/// ```
/// Outside of a closure, use ``Query/where(any:by:_:)``. A closure without conditions is ignored.
public func anyItem<Source: ContentModule, Relation: FieldReference>(
    of module: Source.Type, by relation: KeyPath<Source.Fields, Relation>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Relation.Value.Target.Fields> where Relation.Value: RelationOperand {
    Condition(relation.path.reversed(from: Source.descriptor, conditions(.init())) { .any($0, $1) })
}

/// Matches items that no item of another module names in a relation and meets the closure's conditions. It is the exact
/// complement of ``anyItem(of:by:_:)``.
///
/// ```swift
/// Authors.query().filter { $0.publisher == nil; noItem(of: Books.self, by: \.author) { $0.age >= 18 } }
/// // publisher = null and no books by author (age >= 18)
/// ```
public func noItem<Source: ContentModule, Relation: FieldReference>(
    of module: Source.Type, by relation: KeyPath<Source.Fields, Relation>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Relation.Value.Target.Fields> where Relation.Value: RelationOperand {
    Condition(relation.path.reversed(from: Source.descriptor, conditions(.init())) { .none($0, $1) })
}

extension FieldPath {
    /// A condition on the items whose relation at this path names an item. Lines without conditions are ignored.
    func reversed(
        from source: ModuleDescriptor, _ lines: [Filter], _ node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        let filter = Filter.joining(.and, lines)
        return filter.isEmptyGroup ? filter : reversed(from: source, filter, node)
    }
}
