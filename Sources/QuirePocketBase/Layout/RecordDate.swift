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

    /// The milliseconds since 1970 of a date's bytes; `nil` if they are not a date of PocketBase.
    static func milliseconds<Bytes: RandomAccessCollection>(
        of text: Bytes
    ) -> Int64? where Bytes.Element == UInt8, Bytes.Index == Int {
        guard text.count == 24 else { return nil }
        let start = text.startIndex
        func number(_ position: Int, _ width: Int) -> Int64? {
            var number: Int64 = 0
            for index in start + position..<start + position + width {
                guard (0x30...0x39).contains(text[index]) else { return nil }
                number = number * 10 + Int64(text[index] & 15)
            }
            return number
        }
        for (position, mark) in marks where text[start + position] != mark { return nil }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            let fraction = number(20, 3), (1...12).contains(month), (1...31).contains(day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction
    }

    private static let marks: [(Int, UInt8)] = [
        (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: " ")), (13, UInt8(ascii: ":")),
        (16, UInt8(ascii: ":")), (19, UInt8(ascii: ".")), (23, UInt8(ascii: "Z")),
    ]

    /// The days since 1970 of a day. Years begin in March here, so that the leap day comes last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        // 400 more years, so that no quotient is negative.
        let shifted = year + 400
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400 - 97
        return year * 365 + leapDays + (153 * month + 2) / 5 + day - 1 - 719_468
    }
}
