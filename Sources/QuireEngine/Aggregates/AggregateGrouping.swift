import Foundation
import QuireCore

/// What the items of a group have in common.
public enum AggregateGrouping: Sendable, Hashable {
    /// The value of a property. An item with a list is in the group of each of its different elements, once.
    case values(AggregateFunction.Property)
    /// The period that contains a date, in a time zone.
    ///
    /// A field that holds a date without a time is grouped by that date and needs no time zone.
    case periods(AggregateFunction.Property, DatePeriod, TimeZone?)
    /// The range that contains the value. The first range ends before the first bound, the last one starts at the last
    /// bound. The bounds ascend. There are 1 to 1,000.
    case ranges(AggregateFunction.Property, bounds: [FilterValue])

    /// The property whose values form the groups.
    public var property: AggregateFunction.Property {
        switch self {
        case .values(let property), .periods(let property, _, _), .ranges(let property, _): property
        }
    }
}

/// A period of the Gregorian calendar, for grouping by date.
public enum DatePeriod: String, Sendable, Hashable, CaseIterable {
    case day
    /// A week as in ISO 8601, which starts on Monday.
    case week
    case month
    case year
}

/// A condition on a group. A group without a value does not meet it.
public struct AggregateCondition: Sendable, Hashable {
    public enum Comparison: Sendable, Hashable {
        case equal, atLeast, atMost, lessThan, moreThan
    }

    public var function: AggregateFunction
    public var comparison: Comparison
    public var value: FilterValue

    public init(_ function: AggregateFunction, _ comparison: Comparison, _ value: FilterValue) {
        self.function = function
        self.comparison = comparison
        self.value = value
    }
}
