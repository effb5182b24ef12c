import QuireCore

/// A function over the values of items, without types. ``Aggregate`` is the typed form.
public enum AggregateFunction: Sendable, Hashable {
    /// A field of the module or a metadata property.
    public typealias Property = SortKey.Property

    /// The number of items.
    case count
    /// The number of items that have a value.
    case countValues(Property)
    /// The number of different values. Texts are compared by their bytes.
    case countDistinct(Property)
    /// The sum. Integers are exact. Numbers are added exactly, and rounded once at the end.
    case sum(Property)
    /// The sum divided by the number of values, as a `Double`.
    case average(Property)
    /// The smallest value, in the order of sort keys.
    case minimum(Property)
    /// The largest value, in the order of sort keys.
    case maximum(Property)

    /// The property whose values the function reads. `nil` for ``count``.
    public var property: Property? {
        switch self {
        case .count: nil
        case .countValues(let property), .countDistinct(let property), .sum(let property),
            .average(let property), .minimum(let property), .maximum(let property):
            property
        }
    }
}

extension AggregateFunction: CustomStringConvertible {
    /// The function and its property, for example `sum of "pages"`.
    public var description: String {
        guard let property else { return name }
        return "\(name) of \"\(property.nameAndPlace.name)\""
    }

    private var name: String {
        switch self {
        case .count, .countValues: "count"
        case .countDistinct: "countDistinct"
        case .sum: "sum"
        case .average: "average"
        case .minimum: "min"
        case .maximum: "max"
        }
    }
}
