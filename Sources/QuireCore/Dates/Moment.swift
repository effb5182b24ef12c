import Foundation
public import Foundation

/// A point in time that is read from and written as calendar text without a formatter. Exact and the same everywhere.
///
/// Uses the proleptic Gregorian calendar, as in RFC 3339.
package struct Moment: Equatable {
    /// Since 1970-01-01T00:00:00Z.
    var seconds: Int64
    var nanoseconds: Int64 = 0

    package var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

    /// The years 0000 to 9999, in milliseconds since 1970.
    package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// The time in whole milliseconds, clamped to the years 0 to 9999, which the formats can represent.
    init(_ date: Date) {
        let milliseconds = min(max(date.milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
        seconds = milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
        nanoseconds = (milliseconds - seconds * 1000) * 1_000_000
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, rounded.
    package var milliseconds: Int64 { seconds * 1000 + (nanoseconds + 500_000) / 1_000_000 }

    // MARK: - Reading

    /// Reads `2024-05-01`, which is midnight UTC.
    package init?(dateOnly text: String) {
        var scanner = TextScanner(text)
        guard let day = scanner.day(), scanner.isAtEnd else { return nil }
        seconds = day * 86_400
    }

    /// Reads RFC 3339: `2024-05-01T12:00:00Z`, with up to nine fractional digits and any offset.
    package init?(rfc3339 text: String) {
        var scanner = TextScanner(text)
        guard let day = scanner.day(), scanner.consume("T", "t", " "),
            let hour = scanner.number(2), hour < 24, scanner.consume(":"),
            let minute = scanner.number(2), minute < 60, scanner.consume(":"),
            let second = scanner.number(2), second <= 60
        else { return nil }
        if scanner.consume(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let offset = scanner.zoneOffset(), scanner.isAtEnd else { return nil }
        seconds = day * 86_400 + hour * 3600 + minute * 60 + second - offset
    }

    // MARK: - Writing

    /// For example `2024-05-01`.
    var dateOnly: String {
        let (year, month, day) = Self.civil(seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400))
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// For example `2024-05-01T12:00:00Z`, or `…T12:00:00.250Z` if there are milliseconds.
    var rfc3339: String {
        let rest = ((seconds % 86_400) + 86_400) % 86_400
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        let milliseconds = nanoseconds / 1_000_000
        return "\(dateOnly)T\(time)\(milliseconds == 0 ? "" : "." + Self.padded(milliseconds, 3))Z"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // MARK: - Calendar

    /// The days from 1970-01-01 to a day (Howard Hinnant, "chrono-compatible low-level date algorithms").
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year, month and day of a number of days from 1970-01-01.
    static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}

/// Reads fixed-width numbers from a text.
private struct TextScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ characters: Character...) -> Bool {
        guard let next = rest.first, characters.contains(where: { $0.asciiValue == next }) else {
            return false
        }
        rest.removeFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        rest.removeFirst(width)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// One to nine digits, as nanoseconds.
    mutating func fraction() -> Int64? {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard (1...9).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            * (0..<(9 - digits.count)).reduce(1) { power, _ in power * 10 }
    }

    /// Days from 1970-01-01.
    mutating func day() -> Int64? {
        guard let year = number(4), consume("-"), let month = number(2), consume("-"), let day = number(2),
            1...12 ~= month, 1...31 ~= day
        else { return nil }
        let days = Moment.days(year: year, month: month, day: day)
        return Moment.civil(days).day == day ? days : nil
    }

    /// Seconds east of Greenwich.
    mutating func zoneOffset() -> Int64? {
        if consume("Z", "z") { return 0 }
        let sign: Int64 = consume("+") ? 1 : consume("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24, consume(":"), let minutes = number(2),
            minutes < 60
        else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}

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

extension Date {
    /// Milliseconds since 1970, rounded. `nil` if 64 bits are not enough.
    @usableFromInline package var exactMilliseconds: Int64? {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
    }

    /// Milliseconds since 1970, rounded and clamped to 64 bits.
    ///
    /// Values that are sent or stored come from ``exactMilliseconds`` or were checked with it.
    @usableFromInline package var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1000).rounded()
        if exact.isNaN { return 0 }
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }
}

extension JSONWriter {
    /// Writes a stored date exactly. `Date` would round a moment that is far away.
    ///
    /// A moment that a text format cannot represent, such as one in the year 20,000, is written as its milliseconds. A
    /// reader then finds a value of the wrong type, and not null, which would mean that there is no value.
    package mutating func date(milliseconds: Int64, _ format: DateFormat) {
        switch format {
        case .epochMilliseconds: integer(milliseconds)
        case .epochSeconds:
            let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
            if rest == 0 {
                integer(seconds)
            } else if milliseconds.magnitude < 1 << 53 {
                number(Double(milliseconds) / 1000)
            } else {
                raw("\(seconds).\(String(rest.magnitude + 1000).dropFirst())".utf8)
            }
        case .rfc3339, .dateOnly:
            guard Moment.writable.contains(milliseconds) else { return integer(milliseconds) }
            let moment = Moment(Date(milliseconds: milliseconds))
            string(format == .dateOnly ? moment.dateOnly : moment.rfc3339)
        }
    }
}

extension Date {
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
