import QuireCore

/// Reads dates of every wire format as milliseconds since 1970-01-01T00:00:00Z, rounded.
///
/// Uses plain arithmetic over the proleptic Gregorian calendar, without Foundation: the reference evaluator must not
/// share bugs with the decoders that it is compared with.
package enum DateReading {
    /// The date in milliseconds, or `nil` if the JSON is not a date of the format.
    package static func milliseconds(of json: JSONValue, _ format: DateFormat) -> Int64? {
        switch format {
        case .epochMilliseconds: return wholeMilliseconds(json, per: 1)
        case .epochSeconds: return wholeMilliseconds(json, per: 1000)
        case .rfc3339:
            guard case .string(let text) = json else { return nil }
            return rfc3339(text)
        case .dateOnly:
            guard case .string(let text) = json else { return nil }
            return dateOnly(text)
        }
    }

    private static func wholeMilliseconds(_ json: JSONValue, per factor: Int64) -> Int64? {
        switch json {
        case .integer(let count):
            let (product, overflow) = count.multipliedReportingOverflow(by: factor)
            return overflow ? nil : product
        case .number(let count): return Int64(exactly: (count * Double(factor)).rounded())
        default: return nil
        }
    }

    /// `2024-02-29`
    package static func dateOnly(_ text: String) -> Int64? {
        var digits = DigitReader(text)
        guard let days = digits.day(), digits.isAtEnd else { return nil }
        return days * 86_400_000
    }

    /// `2024-02-29T23:59:60.123+05:30`, rounded to milliseconds.
    package static func rfc3339(_ text: String) -> Int64? {
        var digits = DigitReader(text)
        guard let days = digits.day(), digits.take(anyOf: "Tt ") != nil,
            let hour = digits.number(2), hour < 24, digits.take(anyOf: ":") != nil,
            let minute = digits.number(2), minute < 60, digits.take(anyOf: ":") != nil,
            let second = digits.number(2), second <= 60, let fraction = digits.fraction(),
            let offset = digits.offset(), digits.isAtEnd
        else { return nil }
        return ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + fraction
    }
}

/// Reads the digits and separators of a date from left to right.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(anyOf marks: StaticString) -> UInt8? {
        guard let first = rest.first, marks.withUTF8Buffer({ $0.contains(first) }) else { return nil }
        rest.removeFirst()
        return first
    }

    mutating func number(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var number: Int64 = 0
        for _ in 0..<count {
            let byte = rest.removeFirst()
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// The number of days from 1970-01-01 to a day such as `2024-02-29`.
    mutating func day() -> Int64? {
        guard let year = number(4), take(anyOf: "-") != nil, let month = number(2), (1...12).contains(month),
            take(anyOf: "-") != nil, let day = number(2), day >= 1, day <= Self.length(of: month, year)
        else { return nil }
        // Years begin in March here, so that the leap day comes last.
        let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = (shiftedYear + 400) / 4 - (shiftedYear + 400) / 100 + (shiftedYear + 400) / 400 - 97
        return shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5 + day - 1 - 719_468
    }

    /// The milliseconds of `.123`, rounded. Zero without a fraction. At most nine digits.
    mutating func fraction() -> Int64? {
        guard take(anyOf: ".") != nil else { return 0 }
        var nanoseconds: Int64 = 0
        var place: Int64 = 100_000_000
        while place > 0, let digit = take(anyOf: "0123456789") {
            nanoseconds += Int64(digit - UInt8(ascii: "0")) * place
            place /= 10
        }
        return place < 100_000_000 ? (nanoseconds + 500_000) / 1_000_000 : nil
    }

    /// The minutes of `Z` or `+05:30`.
    mutating func offset() -> Int64? {
        guard let sign = take(anyOf: "Zz+-") else { return nil }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
        guard let hours = number(2), hours < 24, take(anyOf: ":") != nil, let minutes = number(2),
            minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
