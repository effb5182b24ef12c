/// Collects the conditions of a filter closure, one per line.
@resultBuilder
public enum FilterBuilder<Fields: FieldOwner> {
    @inlinable
    public static func buildExpression(_ condition: Condition<Fields>) -> [Filter] { [condition.filter] }

    @inlinable
    public static func buildBlock(_ parts: [Filter]...) -> [Filter] {
        var all: [Filter] = []
        all.reserveCapacity(parts.count)
        for part in parts { all += part }
        return all
    }

    @inlinable
    public static func buildOptional(_ part: [Filter]?) -> [Filter] { part ?? [] }

    @inlinable
    public static func buildEither(first part: [Filter]) -> [Filter] { part }

    @inlinable
    public static func buildEither(second part: [Filter]) -> [Filter] { part }

    @inlinable
    public static func buildArray(_ parts: [[Filter]]) -> [Filter] { Array(parts.joined()) }

    @inlinable
    public static func buildLimitedAvailability(_ part: [Filter]) -> [Filter] { part }
}

/// Matches items that meet all conditions of the closure.
///
/// ```swift
/// Books.query().filter { $0.age >= 18; anyOf { $0.rank == nil; allOf { $0.active == true; $0.price < 5 } } }
/// ```
@inlinable
public func allOf<Fields: FieldOwner>(
    @FilterBuilder<Fields> _ conditions: (Fields.ConditionScope) -> [Filter]
) -> Condition<Fields> {
    Condition(.joining(.and, conditions(.init())))
}

/// Matches items that meet any condition of the closure. A group without conditions is ignored.
///
/// ```swift
/// Books.query().filter { $0.age >= 18; anyOf { $0.rank == nil; $0.rank >= 3 } }
/// Books.query().where(anyOf { $0.rank == nil; $0.rank >= 3 })      // a group alone
/// // {"condition":"or","operands":[…,…]}
/// ```
/// Swift does not compile a closure that contains only a group, because `$0` is unused. Pass the group to `where`.
@inlinable
public func anyOf<Fields: FieldOwner>(
    @FilterBuilder<Fields> _ conditions: (Fields.ConditionScope) -> [Filter]
) -> Condition<Fields> {
    Condition(.joining(.or, conditions(.init())))
}
