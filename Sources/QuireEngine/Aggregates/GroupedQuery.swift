import QuireCore

/// The items of a query in groups. `ContentClient.aggregate` computes functions for each group.
///
/// ```swift
/// let groups = Books.query().group(by: \.language).having(.count, .atLeast(5)).sort(by: .count, .descending).limit(10)
/// for (language, count, rating) in try await content.aggregate(groups, .count, .average(\.rating)) { … }
/// // Language?, Int, Double?
/// ```
/// Groups are in the ascending order of their keys, no value first, unless the query sorts them. If there are no items,
/// there are no groups.
public struct GroupedQuery<Module: ContentModule, Key: Sendable>: Sendable {
    private var request: AggregateRequest
    let key: GroupKey<Key>

    init(_ search: SearchRequest, by key: GroupKey<Key>) {
        request = AggregateRequest([], of: search, groupedBy: key.grouping, behind: key.steps)
        self.key = key
    }

    /// Keeps the groups whose result meets a test. Several conditions must all be met.
    ///
    /// ```swift
    /// Books.query().group(by: \.language).having(.average(\.rating), .moreThan(4))
    /// ```
    /// A group without a result, such as the average of no value, meets no test.
    public func having<Value: FilterOperand>(
        _ aggregate: Aggregate<Module, Value>, _ test: GroupTest<Value.Unwrapped>
    ) -> Self {
        changed {
            $0.having.append(
                AggregateCondition(aggregate.function, test.comparison, value: test.value.filterValue))
        }
    }

    /// Sorts the groups by a result. Groups with equal results are in ascending order of their keys.
    public func sort<Value>(by aggregate: Aggregate<Module, Value>, _ order: SortOrder = .ascending) -> Self {
        changed { $0.order = .function(aggregate.function, order) }
    }

    /// Sorts the groups by their keys. No value is the smallest.
    public func sortByKey(_ order: SortOrder) -> Self { changed { $0.order = .key(order) } }

    /// Returns at most this many groups, the first ones in order.
    public func limit(_ count: Int) -> Self { changed { $0.limit = count } }

    /// The untyped request that engines receive.
    ///
    /// ```swift
    /// print(try store.explain(Books.query().group(by: \.language).request(.count)))
    /// ```
    public func request<each Value>(_ aggregates: repeat Aggregate<Module, each Value>) -> AggregateRequest {
        var request = request
        for aggregate in repeat each aggregates { request.functions.append(aggregate.function) }
        return request
    }

    private func changed(_ change: (inout AggregateRequest) -> Void) -> Self {
        var query = self
        change(&query.request)
        return query
    }
}

/// A test of a group's result.
public struct GroupTest<Value: FilterOperand>: Sendable, Hashable {
    let comparison: AggregateCondition.Comparison
    let value: Value

    public static func equal(to value: Value) -> Self { Self(comparison: .equal, value: value) }
    public static func atLeast(_ value: Value) -> Self { Self(comparison: .atLeast, value: value) }
    public static func atMost(_ value: Value) -> Self { Self(comparison: .atMost, value: value) }
    public static func lessThan(_ value: Value) -> Self { Self(comparison: .lessThan, value: value) }
    public static func moreThan(_ value: Value) -> Self { Self(comparison: .moreThan, value: value) }
}

/// How the items of a query are grouped, with the type of the key.
struct GroupKey<Key: Sendable>: Sendable {
    let grouping: AggregateGrouping
    /// The relations to follow to the property of the grouping.
    let steps: [RelationStep]
    private let read: @Sendable (FilterValue) -> Key?

    /// - Parameter grouping: The grouping by a property.
    init<Module, F: GroupField>(
        _ field: KeyPath<AggregateFields<Module>, F>,
        _ grouping: (AggregateFunction.Property) -> AggregateGrouping,
        read: @escaping @Sendable (FilterValue) -> Key?
    ) {
        let (steps, property) = F.path(of: AggregateFields<Module>()[keyPath: field])
        self.grouping = grouping(property)
        self.steps = steps
        self.read = read
    }

    /// The key of a group, or `nil` for the items without a value.
    func key(of row: AggregateResponse.Row, module: String) throws(ContentDecodingError) -> Key? {
        if case .null = row.key { return nil }
        if let key = read(row.key) { return key }
        throw ResultReader(row, module: module).error(row.key, "a value that fits the type of the key")
    }
}

/// A range of values that form a group.
public struct GroupRange<Bound: Comparable & Hashable & Sendable>: Sendable, Hashable {
    /// The smallest value of the range. `nil` for the first range, which has no lower bound.
    public var lowerBound: Bound?
    /// The smallest value above the range. `nil` for the last range, which has no upper bound.
    public var upperBound: Bound?

    public init(lowerBound: Bound?, upperBound: Bound?) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    /// Whether a value belongs to the range.
    public func contains(_ value: Bound) -> Bool {
        lowerBound.map { $0 <= value } ?? true && upperBound.map { value < $0 } ?? true
    }
}

extension GroupRange: CustomStringConvertible {
    /// The range as Swift writes it: `..<1900`, `1900..<2000`, `2000...`.
    public var description: String {
        let lower = lowerBound.map { "\($0)" } ?? ""
        guard let upperBound else { return "\(lower)..." }
        return "\(lower)..<\(upperBound)"
    }
}
