public import Foundation

extension Date {
    /// Creates a day of the Gregorian calendar, as a date-only field holds it: midnight UTC.
    ///
    /// ```swift
    /// Books.query().where(\.released >= Date(year: 2010, month: 1, day: 1))
    /// ```
    /// As in `Calendar`, months and days beyond the end count on: month 13 is January of the next year. Engines reject
    /// dates outside the years 0000 to 9999.
    public init(year: Int, month: Int, day: Int) {
        // Far outside the years that can be written, and far inside 64 bits.
        let limit = 1_000_000_000
        let (year, month, day) = (
            min(max(year, -limit), limit), min(max(month, -limit), limit), min(max(day, -limit), limit)
        )
        let carried = (month - 1 - (month < 1 ? 11 : 0)) / 12
        let first = Moment.days(year: Int64(year + carried), month: Int64(month - carried * 12), day: 1)
        self.init(timeIntervalSince1970: Double((first + Int64(day) - 1) * 86_400))
    }
}
