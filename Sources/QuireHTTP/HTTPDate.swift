/// Dates in headers (RFC 9110 §5.6.7): the standard format, and the two obsolete ones that recipients must accept.
///
/// ```text
/// Sun, 06 Nov 1994 08:49:37 GMT
/// Sunday, 06-Nov-94 08:49:37 GMT
/// Sun Nov  6 08:49:37 1994
/// ```
package enum HTTPDate {
    package static func secondsSince1970(_ text: String) -> Int? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5 else { return nil }
        let isOldC = months[words[1]] != nil
        let (day, month, year, time) =
            isOldC ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard let day = Int(day), let month = months[month], var year = Int(year), clock.count == 3,
            isOldC || words.count == 6 && words[5] == "GMT", (1...31).contains(day),
            (0...9999).contains(year),
            (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        if !isOldC && words[3].count == 2 { year += year < 70 ? 2000 : 1900 }
        return daysSince1970(year, month, day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    private static let months: [Substring: Int] = [
        "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10,
        "Nov": 11, "Dec": 12,
    ]

    /// Counts in the proleptic Gregorian calendar. Years begin in March here, so that leap days come last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
