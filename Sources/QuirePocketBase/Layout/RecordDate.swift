import QuireCore

/// The dates of records, as `2024-05-06 05:08:09.123Z`. They sort by their text.
enum RecordDate {
    /// The first moment of year 1, which PocketBase takes for no date.
    static let zero: Int64 = -62_135_596_800_000

    /// The moments that PocketBase can hold: the years 1 to 9999.
    static let held: ClosedRange<Int64> = zero...253_402_300_799_999

    /// The text of a moment in the years 0 to 9999.
    static func text(_ milliseconds: Int64) -> String {
        var json = JSONWriter()
        json.date(milliseconds: milliseconds, .rfc3339)
        // "2024-05-06T05:08:09Z", with a fraction unless it is zero.
        var bytes = Array(json.bytes.dropFirst().dropLast(2))
        bytes[10] = UInt8(ascii: " ")
        if bytes.count == 19 { bytes += Array(".000".utf8) }
        return String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self)
    }

    /// A moment as JSON in a wire format.
    static func json(_ milliseconds: Int64, _ format: DateFormat) -> [UInt8] {
        var json = JSONWriter(capacity: 32)
        json.date(milliseconds: milliseconds, format)
        return json.bytes
    }

    /// The milliseconds since 1970 of a date's bytes; `nil` if they are not a date of PocketBase.
    static func milliseconds(of text: [UInt8]) -> Int64? {
        text.withUnsafeBufferPointer { milliseconds(of: $0) }
    }

    /// The milliseconds since 1970 of a date's bytes; `nil` if they are not a date of PocketBase.
    static func milliseconds(of text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 24, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z")
        else { return nil }
        var isNumber = true
        func digit(_ position: Int) -> Int64 {
            let digit = text[position] &- 0x30
            if digit > 9 { isNumber = false }
            return Int64(digit)
        }
        func pair(_ position: Int) -> Int64 { digit(position) * 10 + digit(position + 1) }
        let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8))
        let (hour, minute, second) = (pair(11), pair(14), pair(17))
        let fraction = pair(20) * 10 + digit(22)
        guard isNumber, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        return ((days(year: year, month: month, day: day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000
            + fraction
    }

    /// The days since 1970 of a day. Years begin in March here, so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        // 400 more years, so that no quotient is negative.
        let shifted = year + 400
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400 - 97
        return year * 365 + leapDays + (153 * month + 2) / 5 + day - 1 - 719_468
    }
}
