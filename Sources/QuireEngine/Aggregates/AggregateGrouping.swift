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

    public init(_ function: AggregateFunction, _ comparison: Comparison, value: FilterValue) {
        self.function = function
        self.comparison = comparison
        self.value = value
    }
}

/// The periods of the Gregorian calendar in a time zone, by plain arithmetic.
///
/// A period is identified by its local start: the milliseconds from 1970-01-01T00:00:00 on the clocks of the time zone.
/// Two dates are in the same period if their local dates are, also on a day on which the clocks change.
package struct PeriodCalendar: Sendable {
    private let period: DatePeriod
    private let zone: TimeZone

    package init(_ period: DatePeriod, in zone: TimeZone) {
        self.period = period
        self.zone = zone
    }

    /// The calendar for dates of a field. Fields that hold a date without a time use UTC, as their values do. For other
    /// fields, a checked request has a time zone.
    package init(_ period: DatePeriod, in zone: TimeZone?, of field: FieldDescriptor) {
        self.init(period, in: Self.zone(zone, of: field))
    }

    /// The time zone in which the dates of a field are grouped.
    package static func zone(_ zone: TimeZone?, of field: FieldDescriptor) -> TimeZone {
        field.isDateOnly ? .gmt : zone ?? .gmt
    }

    private static let day: Int64 = 86_400_000
    /// Far beyond the dates that people write. Before and after, the offset no longer changes.
    private static let datedRange: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

    /// The local start of the period that contains a date.
    package func localStart(of milliseconds: Int64) -> Int64 {
        let days = Self.quotient(local(milliseconds), Self.day)
        let first =
            switch period {
            case .day: days
            // 1970-01-01 was a Thursday.
            case .week: days - Self.remainder(days + 3, 7)
            case .month: Self.firstOfMonth(days)
            case .year: Self.firstOfYear(days)
            }
        let (start, overflow) = first.multipliedReportingOverflow(by: Self.day)
        return overflow ? .min : start
    }

    /// The first instant of the period with a local start, in milliseconds since 1970.
    ///
    /// If the clocks skip midnight, it is the instant of the change.
    package func firstInstant(from localStart: Int64) -> Int64 {
        let offsets = [
            offset(at: Self.sum(localStart, -Self.day)), offset(at: Self.sum(localStart, Self.day)),
        ]
        var earliest = Self.sum(localStart, -max(offsets[0], offsets[1]))
        var latest = Self.sum(localStart, -min(offsets[0], offsets[1]))
        if local(earliest) >= localStart { return earliest }
        // The clocks change in between. The change is the first instant whose local date is in the period.
        while earliest + 1 < latest {
            let middle = earliest + (latest - earliest) / 2
            if local(middle) >= localStart { latest = middle } else { earliest = middle }
        }
        return latest
    }

    /// The date on the clocks of the time zone.
    private func local(_ milliseconds: Int64) -> Int64 { Self.sum(milliseconds, offset(at: milliseconds)) }

    /// The milliseconds that the clocks of the time zone are ahead of UTC.
    private func offset(at milliseconds: Int64) -> Int64 {
        let date = min(max(milliseconds, Self.datedRange.lowerBound), Self.datedRange.upperBound)
        // Whole seconds, because a zone's offset changes at a second, and Foundation rounds fractions.
        let second = Self.quotient(date, 1000)
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))) * 1000
    }

    // MARK: - Arithmetic

    /// The days from 1970-01-01 to the first of the month of a day.
    private static func firstOfMonth(_ days: Int64) -> Int64 { days - dayOfMonth(days) + 1 }

    private static func dayOfMonth(_ days: Int64) -> Int64 {
        let (day, month) = dayAndMonthFromMarch(days)
        return day - startOfMonth(month) + 1
    }

    private static func firstOfYear(_ days: Int64) -> Int64 {
        let (day, month) = dayAndMonthFromMarch(days)
        if month >= 10 { return days - (day - startOfMonth(10)) }
        // January and February come before the March in which this count of the days starts.
        let firstOfMarch = days - day
        return firstOfMarch - dayOfYear(ofLastOfFebruary: firstOfMarch - 1)
    }

    /// The number of days from January 1st to a last day of February, both counted.
    private static func dayOfYear(ofLastOfFebruary days: Int64) -> Int64 { 31 + dayOfMonth(days) }

    /// The day of a year that starts in March, from 0 on, and its month, from 0 for March on.
    private static func dayAndMonthFromMarch(_ days: Int64) -> (day: Int64, month: Int64) {
        // 719,468 days from 0000-03-01 to 1970-01-01, and 146,097 days in 400 years.
        let dayOfEra = remainder(sum(days, 719_468), 146_097)
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let day = dayOfEra - (365 * year + year / 4 - year / 100)
        return (day, (5 * day + 2) / 153)
    }

    /// The day of a year that starts in March on which a month starts.
    private static func startOfMonth(_ month: Int64) -> Int64 { (153 * month + 2) / 5 }

    /// The quotient, rounded down.
    private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }

    private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// The sum, at most the largest integer and at least the smallest.
    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : sum
    }
}

extension FieldDescriptor {
    /// Whether the field holds dates without a time.
    var isDateOnly: Bool { if case .date(.dateOnly) = kind.innermost { true } else { false } }
}
