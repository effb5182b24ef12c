// Conditions on items that a relation names, and on items that name this one.

extension KeyPath where Root: FieldOwner, Value: FieldReference, Value.Value: RelationOperand {
    /// Matches items with at least one related item that exists.
    ///
    /// ```swift
    /// Books.query().filter { $0.author.isFound }
    /// // any author (everything)
    /// ```
    /// `isNotNull` also matches an item whose relation only names deleted items.
    public var isFound: Condition<Root> {
        Condition(fieldPath.nested(Value.Value.step, .and([])) { .any($0, $1) })
    }
}

extension FieldPath {
    /// A condition on the related items, or on one object of the list, at this path. `node` is `any` or `none`.
    func nested(
        _ step: (String) -> RelationStep, _ filter: Filter, node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        Filter.nested(steps + [step(name)], filter, node: node)
    }

    /// A condition on the items whose relation at this path, in the module `source`, names an item.
    func reversed(
        from source: ModuleDescriptor, _ filter: Filter, _ node: (RelationStep, Filter) -> Filter
    ) -> Filter {
        let sources = [source] + steps.map(\.module)
        let relations = steps.map(\.relation) + [name]
        let back = zip(sources, relations).reversed().map { RelationStep(from: $0, by: $1) }
        return Filter.nested(back, filter, node: node)
    }
}

extension Filter {
    /// The filter behind several steps. `node` applies to the whole path: `none` means that no item behind it matches.
    fileprivate static func nested(
        _ steps: [RelationStep], _ filter: Filter, node: (RelationStep, Filter) -> Filter
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
/// A closure without conditions is ignored.
public func anyItem<Source: ContentModule, Relation: FieldReference>(
    of module: Source.Type, by relation: KeyPath<Source.Fields, Relation>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Relation.Value.Target.Fields> where Relation.Value: RelationOperand {
    Condition(relation.fieldPath.reversed(from: Source.descriptor, conditions(.init())) { .any($0, $1) })
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
    Condition(relation.fieldPath.reversed(from: Source.descriptor, conditions(.init())) { .none($0, $1) })
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

// Unavailable overloads of `anyItem` and `noItem` for a text, which is no relation. The compiler's message says so.

@available(
    *, unavailable, message: "this field is not a relation: the schema declares another type for it"
)
public func anyItem<Source: ContentModule, Text: FieldReference, Target: FieldOwner>(
    of module: Source.Type, by field: KeyPath<Source.Fields, Text>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Target> where Text.Value: FilterOperand, Text.Value.Unwrapped == String {
    Condition(.and([]))
}

@available(
    *, unavailable, message: "this field is not a relation: the schema declares another type for it"
)
public func noItem<Source: ContentModule, Text: FieldReference, Target: FieldOwner>(
    of module: Source.Type, by field: KeyPath<Source.Fields, Text>,
    @FilterBuilder<Source.Fields> _ conditions: (Source.Fields.ConditionScope) -> [Filter]
) -> Condition<Target> where Text.Value: FilterOperand, Text.Value.Unwrapped == String {
    Condition(.and([]))
}
