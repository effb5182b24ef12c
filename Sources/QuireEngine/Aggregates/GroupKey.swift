import QuireCore

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
        _ read: @escaping @Sendable (FilterValue) -> Key?
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
